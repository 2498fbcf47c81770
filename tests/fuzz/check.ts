/** Invariants that must hold half a minute after the last fault. */
import * as Y from 'yjs';
import { applyUpdates } from '../../supabase/functions/_shared/contract/apply-updates.ts';
import { count } from './model/weather.ts';
import { contentOf, isAtWork, isReading, isWhole, loadFold, showsMore } from './converge.ts';
import type { Page } from './page.ts';
import { describeChange } from './truth.ts';
import type { World } from './world.ts';

export function checkEnd(world: World): void {
  const replay = replayLog(world);
  const fold = checkLog(world, replay.end);
  checkAcknowledged(world);
  checkSnapshots(world, replay.textAt);
  checkWords(world, fold);
  for (const page of world.pages) if (page.isAlive) checkPage(world, page, fold);
  checkStored(world);
  fold.destroy();
  replay.end.destroy();
}

interface Replay {
  readonly end: Y.Doc;
  /** The text at each snapshot's `seq`. */
  readonly textAt: ReadonlyMap<number, string>;
}

/** Applies every row ever committed in order, in one transaction as in `foldParts`. */
function replayLog({ truth, database }: World): Replay {
  const { snapshots } = database.tables;
  const textAt = new Map<number, string>();
  const end = new Y.Doc();
  end.transact(() => {
    for (const [at, { bytes }] of truth.rows.entries()) {
      applyUpdates(end, [bytes]);
      if (snapshots.has(at + 1)) textAt.set(at + 1, contentOf(end));
    }
  });
  return { end, textAt };
}

/** Loading the document gives the same as applying every row ever committed. */
function checkLog(world: World, all: Y.Doc): Y.Doc {
  const { truth, database } = world;
  const doc = loadFold(world);
  if (!doc) {
    truth.fail('the log can be loaded', 'the owner is refused');
    return new Y.Doc();
  }
  const { head } = database.tables;
  if (head !== truth.rows.length) truth.fail('seq contiguous', `head ${head}, rows ${truth.rows.length}`);
  if (!isWhole(all)) checkOrphans(world, all);
  else if (!isWhole(doc) || contentOf(doc) !== contentOf(all))
    truth.fail('snapshot is the fold', `loading differs from the fold of ${head} rows`);
  return doc;
}

/**
 * Rows that depend on updates which never reached the log or a disk: their author and every page that received them
 * live disappeared. Those are lost for good. It is a failure if any page or disk still has them.
 */
function checkOrphans(world: World, all: Y.Doc): void {
  const { truth } = world;
  for (const [clientId, clock] of all.store.pendingStructs?.missing ?? []) {
    // In the log, but pending itself.
    if (truth.hasStructs(clientId, clock + 1)) continue;
    const heard = world.pages.find((page) => isAtWork(page) && Y.getState(page.doc.store, clientId) > clock);
    const kept = [...world.stored.values()].find(
      ({ item }) => item.clientId === clientId && describeChange(item.update, clientId, 0).endClock > clock,
    );
    if ((heard || kept) && !world.hasFailedOver)
      truth.fail(
        'the log is whole',
        `${clientId}@${clock} is missing, which ${heard?.device.name ?? kept?.device} has`,
      );
  }
  count(world.counts, 'orphaned logs');
}

function checkAcknowledged(world: World): void {
  const { truth } = world;
  const logged = new Map<string, number>();
  for (const { sessionId, counter } of truth.rows) {
    if (sessionId !== null) logged.set(sessionId, Math.max(logged.get(sessionId) ?? 0, counter));
  }
  for (const [sessionId, acked] of truth.acked) {
    if (world.hasFailedOver && !isOpen(world, sessionId)) continue;
    if ((logged.get(sessionId) ?? 0) < acked)
      truth.fail(
        'acknowledged is in the log',
        `${sessionId} was told ${acked}, the log has ${logged.get(sessionId)}`,
      );
  }
}

/** Only pages that are still open can restore rows that a failover lost. */
const isOpen = (world: World, sessionId: string): boolean =>
  world.pages.some((page) => isAtWork(page) && page.provider.sessionId === sessionId);

function checkSnapshots(world: World, textAt: Replay['textAt']): void {
  for (const [seq, bytes] of world.database.tables.snapshots) {
    const doc = new Y.Doc();
    applyUpdates(doc, [bytes]);
    if (contentOf(doc) !== textAt.get(seq))
      world.truth.fail('snapshot is the fold', `the snapshot at ${seq} is not the fold of its rows`);
    doc.destroy();
  }
}

/** Every word that is in the log and was not deleted is in the text. */
function checkWords(world: World, fold: Y.Doc): void {
  const { truth } = world;
  if (!isWhole(fold)) return;
  const text = fold
    .getXmlFragment('default')
    .toString()
    .replaceAll(/<[^>]*>/g, '');
  const there = new Set(text.match(/w\d+x*q/g));
  for (const word of truth.words) {
    if (word.touched || truth.deletedParagraphs.has(word.paragraph) || there.has(word.text)) continue;
    if (truth.hasStructs(word.clientId, word.endClock))
      truth.fail('words stay', `${word.text.slice(0, 20)} is in the log but not in the text`);
  }
}

function checkPage(world: World, page: Page, fold: Y.Doc): void {
  const { truth } = world;
  const { view } = page.provider;
  checkEnding(world, page);
  if (page.isOdd && view.unsaved > 0)
    truth.fail('viewers send nothing', `${page.device.name} keeps odd changes`);
  if (!isReading(page)) return;
  // A viewer cannot relay updates that it alone received, and no client relays rows that a failover lost.
  if ((view.role === 'viewer' || world.hasFailedOver) && showsMore(page, fold)) return;
  if (isWhole(fold) && !isWhole(page.doc))
    truth.fail('converged', `${page.device.name} waits for missing parts`);
  else if (contentOf(page.doc) !== contentOf(fold))
    truth.fail('converged', `${page.device.name} shows another text than the log`);
}

/** Every item that was on a disk is finally in the log, unless its author lost the right to edit. */
function checkStored(world: World): void {
  for (const { item, device } of world.stored.values()) {
    const page = world.pages.find((each) => each.provider.sessionId === item.sessionId);
    const isStuck =
      page?.isAlive && (page.provider.view.ended !== null || page.provider.view.refused !== null);
    if (isStuck || world.kept.has(item.sessionId)) continue;
    if (world.hasFailedOver && !isOpen(world, item.sessionId)) continue;
    const change = describeChange(item.update, item.clientId, 0);
    if (!world.truth.isLogged(change))
      world.truth.fail(
        'disk-durable is never lost',
        `${device} had ${item.sessionId}/${item.counter} on disk`,
      );
  }
}

/** A page that ended or was refused must have a reason, and the pages of removed members must have ended. */
function checkEnding(world: World, page: Page): void {
  const { database, truth } = world;
  const { userId, name } = page.device;
  const { ended, refused } = page.provider.view;
  const isMember = database.tables.members.has(userId);
  const isRevoked = truth.revoked.has(page.provider.sessionId);
  if (!isMember && ended === null)
    truth.fail('removed members end', `${name} is still open for a removed member`);
  if (isMember && !isRevoked && ended === 'forbidden')
    truth.fail('members may read', `${name} ended for a member`);
  const mayEdit = truth.editors.has(userId) && !isRevoked;
  if (mayEdit && (refused === 'forbidden' || refused === 'session_invalid'))
    truth.fail('editors may write', `${name} is stuck with ${refused}`);
}

/** Sessions that arrive together are announced one after another (PROTOCOL.md, A6). */
export function checkAnnounced(world: World): void {
  for (const page of world.pages) {
    if (!isReading(page) || !page.provider.view.live || page.isFrozen) continue;
    if (!world.realtime.isAnnounced(page.socket))
      world.truth.fail('live pages are in presence', `${page.device.name} was never announced`);
  }
}

/** Every open page is on the lanes of the current epoch only; a page that ended is on none. */
export function checkLanes(world: World): void {
  const { epoch } = world.database.tables;
  for (const page of world.pages) {
    if (!page.isAlive) continue;
    const lanes = world.realtime.lanesOf(page.socket).toSorted().join(' ');
    const expected = page.provider.view.ended === null ? `${epoch}:aw ${epoch}:ctl ${epoch}:upd` : '';
    if (lanes !== expected)
      world.truth.fail('on the right lanes', `${page.device.name} is on "${lanes}", not "${expected}"`);
  }
}
