/** `npx tsx tests/bench/comment-places.ts`: how much longer a keystroke takes with 500 threads in 20,000 words. */
import * as Y from 'yjs';
import { describeRanges } from '#contract/comments/describe-ranges.ts';
import { readPassages } from '#contract/comments/read-passages.ts';
import { writeUnits } from '#contract/comments/unit-ranges.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { trackPlaces, type PlaceTracker } from '../../src/app/room/comments/place-tracker.ts';
import { followText } from '../../src/app/room/follow/follow-text.ts';

const [BLOCKS, THREADS, KEYS, ROUNDS] = [400, 500, 400, 15];
const LINE = 'a word and another one of the fifty that stand here '.repeat(5).trim();

function open(withThreads: boolean): { readonly doc: Y.Doc; readonly tracker: PlaceTracker | null } {
  const doc = new Y.Doc();
  doc.transact(() =>
    doc.getXmlFragment(TEXT_ROOT).insert(
      0,
      Array.from({ length: BLOCKS }, () => {
        const block = new Y.XmlElement('paragraph');
        block.insert(0, [new Y.XmlText(LINE)]);
        return block;
      }),
    ),
  );
  const follower = followText(doc, TEXT_ROOT);
  if (!withThreads) return { doc, tracker: null };
  const tracker = trackPlaces(doc, follower);
  const passages = readPassages(doc);
  const threads = Array.from({ length: THREADS }, (_, at) => {
    const { client, clock } = passages.pieces[(at * 7) % passages.pieces.length]!;
    const ranges = [{ client, clock: clock + 5 + (at % 30), length: 12 }];
    const anchor = {
      kind: 'text' as const,
      units: writeUnits(ranges),
      seq: 1,
      ...describeRanges(passages, ranges),
    };
    return { id: String(at), anchor, place: null };
  });
  for (const thread of threads) tracker.placeOf(thread);
  tracker.onMoved((moved) => {
    for (const thread of threads) if (moved(tracker.placeOf(thread).ranges)) tracker.placeOf(thread);
  });
  return { doc, tracker };
}

const textAt = (doc: Y.Doc, at: number): Y.XmlText =>
  (doc.getXmlFragment(TEXT_ROOT).get(at) as Y.XmlElement).get(0) as Y.XmlText;

/** Median of the rounds, in microseconds a key. */
function measure(docs: readonly Y.Doc[], press: (text: Y.XmlText, key: number) => void): readonly number[] {
  const rounds = docs.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, doc] of docs.entries()) {
      const text = textAt(doc, 200);
      const startMs = performance.now();
      for (let key = 0; key < KEYS; key += 1) press(text, key);
      rounds[at]!.push(((performance.now() - startMs) * 1000) / KEYS);
    }
  return rounds.map((all) => all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!);
}

const opened = [open(false), open(true)];
const docs = opened.map(({ doc }) => doc);
const show = (name: string, [plain = 0, tracked = 0]: readonly number[]): void =>
  console.log(`${name}: ${plain.toFixed(1)} µs without threads, ${tracked.toFixed(1)} µs with ${THREADS}`);
show(
  'typing',
  measure(docs, (text, key) => text.insert(20 + key, 'x')),
);
show(
  'Backspace',
  measure(docs, (text) => text.delete(30, 1)),
);
for (const { doc, tracker } of opened) {
  tracker?.close();
  doc.destroy();
}
