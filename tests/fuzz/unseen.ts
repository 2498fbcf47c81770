/**
 * A page shows the text of rows that have arrived within three seconds, and counts as behind until then. The checks at the end
 * of a run do not see a page that lacks text for minutes and converges later.
 */
import * as Y from 'yjs';
import { isReading, isWhole } from './converge.ts';
import type { Page } from './page.ts';
import type { Row } from './model/tables.ts';
import type { World } from './world.ts';

const LOOK_EVERY_MS = 500;
const SHOWN_WITHIN_MS = 3000;
/** Two seconds, and until the next second's tick. */
const BEHIND_WITHIN_MS = 3000;

/** Looks at every page twice a second. Forged updates are left out of the text, so runs with them are not judged. */
export function startLooking(world: World): void {
  if (world.plan.faults.includes('malice')) return;
  const stateOf = createLogState(world.truth.rows);
  const look = (): void => {
    for (const page of world.pages) lookAt(world, page, stateOf);
    world.schedule.after(LOOK_EVERY_MS, look);
  };
  look();
}

function lookAt(world: World, page: Page, stateOf: (seq: number) => Clocks): void {
  const nowMs = world.schedule.nowMs();
  const isJudged = isReading(page) && !page.isFrozen && !page.isDecayed && nowMs > world.forgivenUntilMs;
  if (!isJudged || isComplete(page) || !lacksText(page, stateOf(page.arrived))) {
    page.lacksSinceMs = null;
    return;
  }
  page.lacksSinceMs ??= nowMs;
  const lackedMs = nowMs - page.lacksSinceMs;
  const { live, behind } = page.provider.view;
  if (live && !behind && lackedMs > BEHIND_WITHIN_MS)
    world.truth.fail(
      'behind is said',
      `${page.device.name} is live and lacks text of rows up to ${page.arrived}`,
    );
  else if (lackedMs > SHOWN_WITHIN_MS)
    world.truth.fail(
      'what has arrived is shown',
      `${page.device.name} lacks text of rows up to ${page.arrived}`,
    );
}

/** Whether no text of the rows that have arrived can be missing. */
const isComplete = ({ doc, applied, arrived }: Page): boolean => isWhole(doc) && applied >= arrived;

const lacksText = ({ doc }: Page, logged: Clocks): boolean =>
  [...logged].some(([client, clock]) => Y.getState(doc.store, client) < clock);

type Clocks = ReadonlyMap<number, number>;

/** The Yjs clocks of the applicable part of the log's first rows. */
function createLogState(rows: readonly Row[]): (seq: number) => Clocks {
  let doc = new Y.Doc();
  let read: Row[] = [];
  let known = new Map<number, Clocks>();
  const readTo = (seq: number): void => {
    if (seq < read.length || read.some((row, at) => row !== rows[at])) [doc, read] = [new Y.Doc(), []];
    for (const row of rows.slice(read.length, seq)) {
      Y.applyUpdate(doc, row.bytes);
      read.push(row);
    }
    // Pending structs are applied at once, as one update: the result does not depend on Yjs's retries.
    if (!isWhole(doc)) doc = copyOf(doc);
  };
  return (seq) => {
    // A failover has replaced rows.
    if (read.at(-1) !== rows[read.length - 1]) known = new Map();
    const clocks = known.get(seq);
    if (clocks) return clocks;
    readTo(seq);
    const found = Y.decodeStateVector(Y.encodeStateVector(doc));
    known.set(seq, found);
    return found;
  };
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  doc.destroy();
  return copy;
}
