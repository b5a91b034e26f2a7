// What the messages of the API hold, by the numbers that stand for fields in their bytes.
import { leaves } from './leaves.ts';
import { messageTexts } from './messages.ts';

type Scalar = 'string' | 'int' | 'bool';

export interface Field {
  /** In JSON; `^` for a message whose fields stand among those around it. */
  readonly name: string;
  readonly shape: 'one' | 'list' | 'map';
  /** `string`, `int`, `bool`, or what a message holds. */
  readonly type: Scalar | Message;
  /** JSON leaves out the zero value. */
  readonly omitsZero: boolean;
  /** No other field or message has it. */
  readonly id: number;
}

export interface Message {
  readonly id: number;
  readonly fields: readonly (Field | undefined)[];
  /** Fields for which JSON has null where nothing was written. */
  readonly nulls: readonly string[];
  /** JSON has a way of its own for it. */
  readonly toJson: ((written: Readonly<Record<string, unknown>>) => unknown) | undefined;
}

/** The envelope's type, and what types with a JSON of their own are written as. */
const written = `
TypeMeta: 1 apiVersion string, 2 kind string
Time: 1 seconds int
Quantity: 1 string string
IntOrString: 1 type int, 2 intVal int, 3 strVal string
FieldsV1: 1 raw string
`;

/** Messages by name. */
export function readSchema(): ReadonlyMap<string, Message> {
  const messages = new Map<string, Message & { fields: (Field | undefined)[]; nulls: string[] }>();
  const lines = `${written}${messageTexts}`.split('\n').filter((line) => line !== '');
  let lastId = 0;
  const texts = lines.map((line): readonly [name: string, text: string] => {
    const [name = '', text = ''] = line.split(/: ?/);
    lastId += 1;
    messages.set(name, { id: lastId, fields: [], nulls: [], toJson: leaves[name] });
    return [name, text];
  });
  for (const [messageName, text] of texts) {
    const message = messages.get(messageName);
    for (const [, number, name = '', type = '', shape, mark] of text.matchAll(fieldForm)) {
      lastId += 1;
      const field: Field = {
        name,
        shape: shape === '[]' ? 'list' : shape === '{}' ? 'map' : 'one',
        type: messages.get(type) ?? scalars.get(type) ?? 'string',
        omitsZero: mark === '?',
        id: lastId,
      };
      if (message !== undefined) message.fields[Number(number)] = field;
      if (mark === '!') message?.nulls.push(name);
    }
  }
  return messages;
}

const fieldForm = /(\d+) (\S+) (\w+)(\[\]|\{\}|)([?!]?)(?:, |$)/g;
const scalars = new Map<string, Scalar>([
  ['string', 'string'],
  ['int', 'int'],
  ['bool', 'bool'],
]);
