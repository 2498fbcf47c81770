/** Compares counts of random histories with what became of each letter, which occurs once. */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { countUnits } from '#contract/authorship/count-units.ts';
import { runSteps } from '#contract/authorship/run-steps.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { playHistory, type Deed } from '../histories/play-history.ts';

interface Known {
  readonly deeds: ReadonlyMap<string, readonly Deed[]>;
  /** The letters at each version. */
  readonly states: ReadonlyMap<number, ReadonlySet<string>>;
}

/** Only histories in which people write in turn: then each row has exactly the changes of its letters. */
export function randomHistories(count: number): { wrong: readonly string[]; compared: number } {
  const wrong: string[] = [];
  let compared = 0;
  for (let seed = 2; seed <= 2 * count; seed += 2) {
    const { rows, deeds } = playHistory(seed, '');
    const ends = rows.flatMap(({ goesOn }, at) =>
      at % 7 === 6 && !rows[at + 1]?.goesOn && !goesOn ? [at + 1] : [],
    );
    const numbered = rows.map((row, at) => ({ ...row, seq: at + 1 }));
    const amounts = runSteps(countUnits({ rows: numbered, state: [], ends }));
    const states = new Map(
      [0, ...ends].map((end) => [end, lettersAt(rows.slice(0, end).map(({ update }) => update))]),
    );
    let start = 0;
    for (const end of ends) {
      const expected = expectedAmount({ deeds, states }, start, end);
      const { typed, gone } = amounts.get(end)!;
      compared += 1;
      const found = `+${typed} −${gone}`;
      if (found !== expected)
        wrong.push(`history ${seed}, ${start}..${end}: ${found} instead of ${expected}`);
      start = end;
    }
  }
  return { wrong, compared };
}

function lettersAt(updates: readonly Uint8Array[]): ReadonlySet<string> {
  const doc = new Y.Doc();
  applyUpdates(doc, updates);
  const text = doc
    .getXmlFragment(TEXT_ROOT)
    .toJSON()
    .replaceAll(/<[^>]*>/g, '');
  doc.destroy();
  return new Set(text);
}

function expectedAmount({ deeds, states }: Known, start: number, end: number): string {
  const [before, after] = [states.get(start)!, states.get(end)!];
  const isTyped = ([, known]: readonly [string, readonly Deed[]]): boolean =>
    known.some(({ what, seq }) => what === 'type' && seq > start && seq <= end);
  const typed = new Set([...deeds].filter(isTyped).map(([letter]) => letter));
  const back = [...after].filter((letter) => !before.has(letter) && !typed.has(letter));
  const gone = [...before, ...typed].filter((letter) => !after.has(letter));
  return `+${typed.size + back.length} −${gone.length}`;
}
