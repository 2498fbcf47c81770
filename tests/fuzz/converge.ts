/** Compares the pages with the log. */
import * as Y from 'yjs';
import { applyUpdates } from '../../supabase/functions/_shared/contract/apply-updates.ts';
import { statusOf, type Page } from './page.ts';
import type { World } from './world.ts';

const REOPEN_MS = 5000;

export const contentOf = (doc: Y.Doc): string =>
  `${doc.getText('title').toJSON()}\n${doc.getXmlFragment('default').toString()}`;

export const isWhole = (doc: Y.Doc): boolean =>
  doc.store.pendingStructs === null && doc.store.pendingDs === null;

/** Whether a page is open and neither ended nor refused. */
export const isReading = ({ isAlive, isOdd, provider: { view } }: Page): boolean =>
  isAlive && !isOdd && view.ended === null && view.refused === null;

/** Whether a page can append to the log. */
export const isAtWork = (page: Page): boolean =>
  isReading(page) && (page.provider.view.role === 'owner' || page.provider.view.role === 'editor');

/** The document as loaded from the log; null when loading is refused. */
export function loadFold(world: World): Y.Doc | null {
  const loaded = world.database.load({ userId: 'user 0', signedIn: true }, { after: null });
  if (!loaded.ok) return null;
  const { snapshot, rows } = loaded.value;
  const parts = [...(snapshot ? [snapshot] : []), ...rows];
  return foldParts(parts.map((part) => part.bytes));
}

/**
 * Applies parts in one transaction, as the server folds.
 */
export function foldParts(parts: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  applyUpdates(doc, parts);
  return doc;
}

/** Whether a page has the whole log, plus updates that were only sent live. */
export function showsMore(page: Page, fold: Y.Doc): boolean {
  if (!isWhole(page.doc)) return true;
  const shown = contentOf(page.doc);
  if (shown === contentOf(fold)) return false;
  const both = foldParts([Y.encodeStateAsUpdate(page.doc), Y.encodeStateAsUpdate(fold)]);
  const isMore = contentOf(both) === shown;
  both.destroy();
  return isMore;
}

/** The comparison has just found a difference, and a fresh document is loading. */
const isReopening = ({ schedule }: World, { device, provider }: Page): boolean =>
  provider.view.phase === 'loading' && schedule.nowMs() - device.openedAfreshMs < REOPEN_MS;

/**
 * Half a minute after the last fault every page has the whole log and nothing unsaved. Returns true if a page shows
 * more than the log has.
 */
export function checkConverged(world: World): boolean {
  const fold = loadFold(world);
  if (!fold) return false;
  let isMore = !isWhole(fold);
  for (const page of world.pages) {
    if (!isReading(page)) continue;
    const { name } = page.device;
    const fail = (what: string) => world.truth.fail('converged', `${name} ${what} 30 s after the last fault`);
    const status = statusOf(page);
    if (isReopening(world, page)) isMore = true;
    else if (status.kind !== 'open') fail(`is ${status.kind}`);
    else if (page.provider.view.unsaved > 0) fail('has unsaved changes');
    else if (page.told !== world.truth.rows.length) fail('lacks what the server tells the host');
    // The page has not noticed yet; the next comparison will.
    else if (page.isDecayed || showsMore(page, fold)) isMore = true;
    else if (contentOf(page.doc) !== contentOf(fold)) fail('shows another text than the log');
  }
  fold.destroy();
  return isMore;
}
