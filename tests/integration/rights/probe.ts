/** One question to the server, and what the matrix says that the answer must be. */
import { roleIn, type Caller, type Place } from './matrix.ts';

export interface Answer {
  /** Something was done or shown. */
  readonly ok: boolean;
  /** What a caller learns of a refusal. */
  readonly said: string;
}

export interface Question {
  readonly caller: Caller;
  /** What is tried; the same for every caller and place. */
  readonly what: string;
  readonly place?: Place;
  readonly expected: boolean;
  /** A refusal may tell that something is there: a table's name, a taken id. */
  readonly tells?: boolean;
}

export interface Probe extends Question {
  /** Must not run beside others: it changes rights, or takes a lease. */
  readonly alone?: boolean;
  ask(): Promise<Answer>;
}

export interface Outcome {
  readonly probe: Question;
  readonly answer: Answer;
}

/** As many at a time as the embedded database has connections for callers. */
const AT_ONCE = 12;

export async function askAll(probes: readonly Probe[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = probes.filter(({ alone }) => alone !== true);
  const work = async () => {
    for (let probe = waiting.pop(); probe !== undefined; probe = waiting.pop())
      outcomes.push({ probe, answer: await probe.ask() });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const probe of probes.filter(({ alone }) => alone === true))
    outcomes.push({ probe, answer: await probe.ask() });
  return outcomes;
}

const nameOf = ({ caller, what, place }: Question): string =>
  `${caller}: ${what}${place === undefined ? '' : ` (${place})`}`;

/** Every outcome that is not as the matrix says, and every crash. */
export const findWrong = (outcomes: readonly Outcome[]): string[] =>
  outcomes
    .filter(({ probe, answer }) => answer.ok !== probe.expected || /^5\d\d/.test(answer.said))
    .map(
      ({ probe, answer }) => `${nameOf(probe)} ${answer.ok ? 'WENT THROUGH' : 'was refused'}: ${answer.said}`,
    );

const IDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(:\d+:)?/gi;

/** Refusals that differ between a document in which the caller is nobody and one that is not there. */
export function findTelling(outcomes: readonly Outcome[]): string[] {
  const said = new Map<string, string>();
  const key = ({ caller, what }: Question) => `${caller}: ${what}`;
  const plain = ({ said: text }: Answer) => text.replaceAll(IDS, 'ID').replace(/\d+ seconds ago/, 'long ago');
  for (const { probe, answer } of outcomes)
    if (probe.place === 'unknown document' && !answer.ok) said.set(key(probe), plain(answer));
  const mustNotTell = outcomes.filter(
    ({ probe: { caller, place, tells }, answer }) =>
      !answer.ok && tells !== true && place !== undefined && roleIn(caller, place) === null,
  );
  return mustNotTell.flatMap(({ probe, answer }) => {
    const unknown = said.get(key(probe)) ?? plain(answer);
    if (plain(answer) === unknown) return [];
    return [`${nameOf(probe)} is answered ${plain(answer)}, one that is not there ${unknown}`];
  });
}

/** A reply of a service: what is not 2xx is a refusal, and so is an empty list. */
export async function readAnswer(reply: Response): Promise<Answer> {
  const text = await reply.text();
  const shows = reply.ok && text !== '[]';
  return { ok: shows, said: `${reply.status} ${text.slice(0, 300)}` };
}
