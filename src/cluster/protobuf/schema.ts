// What the messages of the API hold, by the numbers that stand for fields in their bytes.
import { leaves } from './leaves.ts';
import { messageTexts } from './messages.ts';

export interface Field {
  /** In JSON; `^` for a message whose fields stand among those around it. */
  readonly name: string;
  readonly shape: 'one' | 'list' | 'map';
  /** `string`, `int`, `bool`, or the name of a message. */
  readonly type: string;
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

/** Messages by name, each read from its text when it is first met. */
export class Schema {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly messages = new Map<string, Message>();
  private ids = 0;

  constructor() {
    const lines = [...written.split('\n'), ...messageTexts.split('\n')];
    this.texts = new Map(
      lines.map((line) => {
        const [name = '', text = ''] = line.split(/: ?/);
        return [name, text];
      }),
    );
  }

  message(name: string): Message | undefined {
    const known = this.messages.get(name);
    const text = this.texts.get(name);
    if (known !== undefined || text === undefined) return known;
    const read = this.read(name, text);
    this.messages.set(name, read);
    return read;
  }

  private read(name: string, text: string): Message {
    const fields: Field[] = [];
    const nulls: string[] = [];
    for (const field of text === '' ? [] : text.split(', ')) {
      const [number = '', fieldName = '', typeText = ''] = field.split(' ');
      const [, type = '', shape = '', mark = ''] =
        /^(\w+)(\[\]|\{\}|)([?!]?)$/.exec(typeText) ?? [];
      fields[Number(number)] = {
        name: fieldName,
        shape: shape === '[]' ? 'list' : shape === '{}' ? 'map' : 'one',
        type,
        omitsZero: mark === '?',
        id: this.nextId(),
      };
      if (mark === '!') nulls.push(fieldName);
    }
    return { id: this.nextId(), fields, nulls, toJson: leaves[name] };
  }

  private nextId(): number {
    this.ids += 1;
    return this.ids;
  }
}
