import { createRandom } from '../support/random.ts';
import { judgeHistory, judgeWriters, type Verdict } from './judge-history.ts';
import { playHistory } from './play-history.ts';

/** Plays one history, compares its start, its end and two places in between, and the writers of all that is left. */
export function judgeSeed(seed: number): Verdict {
  const history = playHistory(seed);
  const random = createRandom(~seed);
  const last = history.rows.length;
  const [first = 1, second = last] = [random(), random()]
    .map((part) => 1 + Math.floor(part * last))
    .toSorted((a, b) => a - b);
  // A version ends with a pause, and never within a move.
  const whole = (seq: number): number => (history.rows[seq]?.goesOn ? whole(seq + 1) : seq);
  const verdicts = [
    [1, last],
    [first, second],
    [second, last],
  ].map(([from, to]) => judgeHistory(history, whole(from!), whole(to!)));
  verdicts.push(judgeWriters(history));
  return {
    wrong: verdicts.flatMap((verdict) => verdict.wrong),
    compared: verdicts.reduce((sum, verdict) => sum + verdict.compared, 0),
  };
}
