/** One request to the server, and the outcome that the matrix expects. */
import { roleIn, type Caller, type Place } from './matrix.ts';

export interface Answer {
  /** The request changed or returned something. */
  readonly ok: boolean;
  /** Status and text of the reply, as the caller sees them. */
  readonly detail: string;
}

export interface Attempt {
  readonly caller: Caller;
  /** Description of the request; the same for every caller and place. */
  readonly what: string;
  readonly place?: Place;
  readonly expected: boolean;
  /** A refusal may reveal that something exists: a table's name, a used id. */
  readonly mayReveal?: boolean;
}

export interface Probe extends Attempt {
  /** Must not run concurrently with others: it changes rights or acquires a lease. */
  readonly alone?: boolean;
  run(): Promise<Answer>;
}

export interface Outcome {
  readonly probe: Attempt;
  readonly answer: Answer;
}

/** The number of connections that the embedded database has for callers. */
const AT_ONCE = 12;

export async function runAll(probes: readonly Probe[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = probes.filter(({ alone }) => alone !== true);
  const work = async () => {
    for (let probe = waiting.pop(); probe !== undefined; probe = waiting.pop())
      outcomes.push({ probe, answer: await probe.run() });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const probe of probes.filter(({ alone }) => alone === true))
    outcomes.push({ probe, answer: await probe.run() });
  return outcomes;
}

const nameOf = ({ caller, what, place }: Attempt): string =>
  `${caller}: ${what}${place === undefined ? '' : ` (${place})`}`;

/** Every outcome that deviates from the matrix, and every server error. */
export const findWrong = (outcomes: readonly Outcome[]): string[] =>
  outcomes
    .filter(({ probe, answer }) => answer.ok !== probe.expected || /^5\d\d/.test(answer.detail))
    .map(
      ({ probe, answer }) =>
        `${nameOf(probe)} ${answer.ok ? 'WENT THROUGH' : 'was refused'}: ${answer.detail}`,
    );

const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:\d+:)?/gi;

/** Refusals that differ between a document of which the caller is no member and one that does not exist. */
export function findRevealing(outcomes: readonly Outcome[]): string[] {
  const detail = new Map<string, string>();
  const key = ({ caller, what }: Attempt) => `${caller}: ${what}`;
  const plain = ({ detail: text }: Answer) =>
    text.replaceAll(IDS, 'ID').replace(/\d+ seconds ago/, 'long ago');
  for (const { probe, answer } of outcomes)
    if (probe.place === 'unknown document' && !answer.ok) detail.set(key(probe), plain(answer));
  const mustNotReveal = outcomes.filter(
    ({ probe: { caller, place, mayReveal }, answer }) =>
      !answer.ok && mayReveal !== true && place !== undefined && roleIn(caller, place) === null,
  );
  return mustNotReveal.flatMap(({ probe, answer }) => {
    const unknown = detail.get(key(probe)) ?? plain(answer);
    if (plain(answer) === unknown) return [];
    return [`${nameOf(probe)} returns ${plain(answer)}, for an unknown document ${unknown}`];
  });
}

/** Reads a reply of a service. A status other than 2xx is a refusal, and so is an empty list. */
export async function readAnswer(reply: Response): Promise<Answer> {
  const text = await reply.text();
  const shows = reply.ok && text !== '[]';
  return { ok: shows, detail: `${reply.status} ${text.slice(0, 300)}` };
}
