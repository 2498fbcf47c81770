/**
 * Counts what open lists of documents cost in an hour, on virtual time: `npx tsx tests/bench/open-lists.ts`. The numbers are in
 * decision 62.
 *
 * A team in which each document has so many members. Each person has one list open and visible, opens a document three
 * times an hour for ten minutes, resumes writing in it twice, and renames every second one.
 */
import { listPollMs, UNTOLD_MS } from '../../src/app/data/list-polling.ts';
import { LIST_PACE, paced } from '../../src/app/data/pace.ts';
import { openFakeBrowser, type FakeBrowser } from '../support/fake-browser.ts';
import { createTestClock } from '../support/test-clock.ts';

const HOUR_MS = 3_600_000;
const MINUTES = 60;
const VISITS = 3;
const VISIT_MS = 600_000;
/** In a visit: it begins, text after a pause, again, and in every second one a title. */
const CHANGES_AT_MS = [0, 60_000, 300_000, 420_000];
/** A face is shown so long after its person left (decision 40). */
const FACE_STAYS_MS = 45_000;

interface Counts {
  readonly calls: number;
  readonly messages: number;
  readonly connections: number;
}

interface Team {
  readonly people: number;
  /** Of one browser, all visible. */
  readonly tabs: number;
  readonly members: number;
}

async function count({ people, tabs, members }: Team, isTold: boolean): Promise<Counts> {
  const clock = createTestClock();
  const startMs = clock.nowMs();
  let [calls, messages, connections] = [0, 0, 0];
  const groupOf = (person: number): number => Math.floor(person / members);
  const visitsOf = (person: number): readonly number[] =>
    Array.from({ length: VISITS }, (_, visit) => ((person * 7 + visit * 20 * MINUTES + 30) % 3600) * 1000);
  const isHere = (person: number): boolean =>
    visitsOf(person).some((atMs) => {
      const sinceMs = clock.nowMs() - startMs - atMs;
      return sinceMs >= 0 && sinceMs < VISIT_MS + FACE_STAYS_MS;
    });
  const all = Array.from({ length: people }, (_, person) => person);
  const browsers: FakeBrowser[] = [];

  for (const person of all) {
    const browser = openFakeBrowser({ clock });
    browsers.push(browser);
    const others = all.filter((other) => other !== person && groupOf(other) === groupOf(person));
    for (let tab = 0; tab < tabs; tab += 1) {
      let isJoined = false;
      let stop: () => void = () => undefined;
      const load = (): void => {
        calls += 1;
        stop();
        const pollMs = listPollMs([{ here: others.filter(isHere) }], isJoined);
        if (pollMs !== false) stop = clock.startTimer(pollMs, load);
      };
      load();
      if (!isTold) continue;
      const again = paced(LIST_PACE, clock, load);
      const { line } = browser.openTab({
        onNews: (news) => news === 'list' && again(),
        onJoined: (joined) => (isJoined = joined),
      });
      line.shown();
    }
  }
  for (const person of all) {
    const told = all.filter((other) => groupOf(other) === groupOf(person));
    for (const [visit, atMs] of visitsOf(person).entries())
      for (const changeMs of CHANGES_AT_MS.slice(0, visit % 2 === 0 ? 4 : 3))
        clock.startTimer(atMs + changeMs, () => {
          if (!isTold) return;
          messages += told.length;
          for (const one of told) browsers[one]?.emit({ kind: 'message', event: 'list', payload: {} });
        });
  }
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await clock.advance(HOUR_MS / MINUTES);
    connections = Math.max(
      connections,
      browsers.reduce((sum, browser) => sum + browser.count().channels, 0),
    );
  }
  return { calls, messages, connections };
}

const aMinute = (hourly: number): string => (hourly / MINUTES).toFixed(1);

console.log(`A list that is not told polls every ${UNTOLD_MS / 1000} s.`);
console.log('lists                          calls a minute   messages a minute   connections');
for (const { name, ...team } of [
  { name: '1', people: 1, tabs: 1, members: 1 },
  { name: '10 of one browser', people: 1, tabs: 10, members: 1 },
  { name: '10, 10 members', people: 10, tabs: 1, members: 10 },
  { name: '50, 10 members', people: 50, tabs: 1, members: 10 },
  { name: '50, 50 members', people: 50, tabs: 1, members: 50 },
])
  for (const isTold of [false, true]) {
    const { calls, messages, connections } = await count(team, isTold);
    const row = `${name}, ${isTold ? 'after' : 'before'}`.padEnd(31);
    console.log(`${row}${aMinute(calls).padEnd(17)}${aMinute(messages).padEnd(20)}${connections}`);
  }
