// The model of the API server against the real one: the same writes, the same requests, and each answer that is not the same.
import { setTimeout as sleep } from 'node:timers/promises';
import { MILLISECOND, SECOND } from '../../src/base/time.ts';
import type { Cluster } from './cluster.ts';
import { etcdRevision } from './etcd.ts';
import { until } from './program.ts';
import {
  requestScript,
  writesAfter,
  type Question,
  type Step,
  type Write,
} from './requestScript.ts';
import {
  ModelServer,
  realAnswer,
  RealServer,
  Versions,
  type Answer,
  type Query,
} from './requestSides.ts';

/** Answers may come so much apart. */
const tolerance = 0.5;
/** Beyond what any request waits for. */
const longest = 8 * SECOND;
const distance = 1_000_000;

interface Made {
  readonly write: Write;
  readonly revision: number;
  readonly at: number;
}

/** One line a difference, and a last one with the count; throws where there is a difference. */
export async function compareRequests(cluster: Cluster): Promise<string[]> {
  const began = Date.now();
  const comparison = await Comparison.begin(cluster);
  for (const step of requestScript) await comparison.perform(step);
  const { asked, differences } = comparison;
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const summary = `${asked} requests in ${seconds} s: ${differences.length} answered otherwise by the model`;
  if (differences.length > 0) throw new Error([...differences, summary].join('\n'));
  return [summary];
}

class Comparison {
  readonly differences: string[] = [];
  asked = 0;
  private readonly cluster: Cluster;
  private readonly real: RealServer;
  private readonly model: ModelServer;
  private readonly versions: Versions;
  /** By the question's name: of the real server and of the model. */
  private readonly tokens = new Map<string, readonly [string, string]>();

  private constructor(cluster: Cluster, real: RealServer, model: ModelServer, versions: Versions) {
    this.cluster = cluster;
    this.real = real;
    this.model = model;
    this.versions = versions;
  }

  static async begin(cluster: Cluster): Promise<Comparison> {
    const { api } = cluster.control;
    await until('namespace default is there', 30_000, async () => {
      return (await api.answers('/api/v1/namespaces/default')) || undefined;
    });
    const versions = new Versions();
    return new Comparison(cluster, new RealServer(api), new ModelServer(versions), versions);
  }

  async perform(step: Step): Promise<void> {
    switch (step.do) {
      case 'compact':
        await this.real.compact();
        this.model.moveOnTo(await etcdRevision());
        this.model.compact();
        return;
      case 'restart':
        return this.restart();
      case 'ask':
        return this.together([step.question], []);
      case 'ask-together':
        return this.together(step.questions, step.writes);
      default:
        this.replay(await this.make(step, 0));
    }
  }

  private async restart(): Promise<void> {
    const { control } = this.cluster;
    await control.kill();
    await control.start();
    this.model.restart(await this.real.firstVersion());
  }

  private async make(write: Write, began: number): Promise<Made> {
    const { revision, at } = await this.real.write(write);
    this.versions.add(revision, write.version);
    return { write, revision, at: at - began };
  }

  private replay({ write, revision }: Made): void {
    this.model.write(write, revision);
    this.model.clock.advance(10 * MILLISECOND);
  }

  private async together(questions: readonly Question[], writes: readonly Write[]): Promise<void> {
    const revision = await etcdRevision();
    const future = revision + distance;
    this.model.moveOnTo(revision);
    const began = performance.now();
    const asking = questions.map((question) => this.real.ask(this.query(question, future, 0)));
    const made: Made[] = [];
    if (writes.length > 0) await sleep(writesAfter);
    for (const write of writes) made.push(await this.make(write, began));
    const sent = await Promise.all(asking);
    const modelled = this.modelled(questions, future, made);
    for (const [i, question] of questions.entries()) {
      const raw = sent[i];
      if (raw === undefined) continue;
      const query = this.query(question, future, 0);
      this.compare(
        question,
        realAnswer(raw, { query, versions: this.versions, future }),
        modelled[i],
      );
    }
  }

  /** The model's answers; undefined where none came. */
  private modelled(
    questions: readonly Question[],
    future: number,
    made: readonly Made[],
  ): readonly (Answer | undefined)[] {
    const { clock } = this.model;
    const began = clock.now();
    const answers: (Answer | undefined)[] = questions.map(() => undefined);
    for (const [i, question] of questions.entries())
      this.model.ask(this.query(question, future, 1), future, (answer) => (answers[i] = answer));
    for (const each of made) {
      clock.advance(Math.max(0, began + each.at * MILLISECOND - clock.now()));
      this.replay(each);
    }
    while (answers.includes(undefined) && clock.now() < began + longest)
      clock.advance(10 * MILLISECOND);
    return answers;
  }

  private query({ name: _, ...rest }: Question, future: number, side: 0 | 1): Query {
    const version = rest.resourceVersion;
    const numbered =
      version === '@future'
        ? String(future)
        : version?.startsWith('@') === true
          ? String(this.versions.of(version.slice(1)))
          : version;
    const token = rest.continue;
    const own = token?.startsWith('@') === true ? this.tokens.get(token.slice(1))?.[side] : token;
    return {
      ...rest,
      ...(numbered === undefined ? {} : { resourceVersion: numbered }),
      ...(own === undefined ? {} : { continue: own }),
    };
  }

  private compare({ name }: Question, real: Answer, model: Answer | undefined): void {
    this.asked += 1;
    this.tokens.set(name, [real.token, model?.token ?? '']);
    const wanted = inWords(real);
    const got = model === undefined ? 'no answer' : inWords(model);
    const late = Math.abs(real.seconds - (model?.seconds ?? 0)) > tolerance;
    if (wanted === got && !late) return;
    const times = `${real.seconds.toFixed(2)} s, the model ${(model?.seconds ?? 0).toFixed(2)} s`;
    this.differences.push(`${name} (${times}):\n  server: ${wanted}\n  model:  ${got}`);
  }
}

function inWords({ status, lines }: Answer): string {
  return [String(status), ...lines].join('\n          ');
}
