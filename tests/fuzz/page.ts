/** One open page: a real Y.Doc with the real provider, on a device that may freeze, lose power or be offline. */
import * as Y from 'yjs';
import { fingerprint } from '../../supabase/functions/_shared/contract/fingerprint.ts';
import { createUpdateGate } from '../../supabase/functions/_shared/contract/update-gate.ts';
import type { OutboxItem } from '#yjs-supabase';
import { createSteadyTime } from '../../src/yjs-supabase/src/ports/clock.ts';
import { Provider } from '../../src/yjs-supabase/src/provider/provider.ts';
import { roomStatus, type RoomStatus } from '../../src/app/room/room-status.ts';
import { createDice, type Dice } from './dice.ts';
import { openLog } from './model/functions.ts';
import type { Socket } from './model/realtime.ts';
import { makeKeyPair, openSignatures, type KeyPair } from './model/signatures.ts';
import type { Disk } from './model/store.ts';
import { count, createLine, type Line } from './model/weather.ts';
import { describeChange, type LocalChange } from './truth.ts';
import { checkStatus, watchLanes, watchLog } from './watch.ts';
import { writeSomething } from './write.ts';
import { DOCUMENT_ID, type World } from './world.ts';

const AFRESH_EVERY_MS = 600_000;

export interface Device {
  readonly name: string;
  readonly userId: string;
  readonly disk: Disk;
  readonly line: Line;
  readonly isDurable: boolean;
  readonly dice: Dice;
  /** Error of this device's clock. */
  clockOffsetMs: number;
  /** Its pages are hidden. */
  isHidden: boolean;
  pages: Page[];
  opened: number;
  openedAfreshMs: number;
}

export interface Page {
  readonly device: Device;
  readonly doc: Y.Doc;
  readonly provider: Provider;
  readonly socket: Socket;
  readonly schema: number;
  /** Signs its frames, if it signs any. */
  readonly pair: KeyPair;
  isAlive: boolean;
  isFrozen: boolean;
  readonly inbox: (() => void)[];
  /** Changes of this page's user that have not been seen in the log. */
  unlogged: LocalChange[];
  /** The editor binding changed the document without edit permission. */
  isOdd: boolean;
  /** Its copy of the document has silently lost a word. */
  isDecayed: boolean;
  /** Rows 1…applied have been read; `arrived` is the most so far. */
  applied: number;
  arrived: number;
  /** Time since which it lacks text of rows that have arrived. */
  lacksSinceMs: number | null;
  /** The value for the host in the last reply to a poll. */
  told: unknown;
  /** It had already ended at an earlier check. */
  hasEnded: boolean;
}

export function createDevice(world: World, name: string, userId: string, isDurable: boolean): Device {
  const dice = createDice(world.seed, `device ${name}`);
  return {
    name,
    userId,
    disk: world.makeDisk(name),
    line: createLine(dice.between(5, 120)),
    isDurable,
    dice,
    clockOffsetMs: 0,
    isHidden: false,
    pages: [],
    opened: 0,
    openedAfreshMs: -Infinity,
  };
}

export function openPage(world: World, device: Device): Page {
  device.opened += 1;
  const dice = createDice(world.seed, `page ${device.name} ${device.opened}`);
  const page: { -readonly [Key in keyof Page]?: Page[Key] } & Pick<Page, 'inbox' | 'unlogged'> = {
    device,
    isAlive: true,
    isFrozen: false,
    inbox: [],
    unlogged: [],
    isOdd: false,
    isDecayed: false,
    hasEnded: false,
    applied: 0,
    arrived: 0,
    lacksSinceMs: null,
    told: null,
    schema: world.appSchema,
  };
  const deliver = (run: () => void) => {
    if (!page.isAlive) return;
    if (page.isFrozen) page.inbox.push(run);
    else run();
  };
  const socket: Socket = { userId: device.userId, line: device.line, deliver };
  const doc = new Y.Doc();
  doc.clientID = dice.whole(1000, 2 ** 32 - 1);
  page.socket = socket;
  page.doc = doc;
  const finished = page as Page;
  const self = () => finished;
  const { signing } = world.plan;
  const signs = createDice(world.seed, `signing ${device.name} ${device.opened}`);
  const hasSignatures = signing.pages === 'all' || (signing.pages === 'some' && signs.hits(0.7));
  const pair = makeKeyPair(signs);
  page.pair = pair;
  page.provider = new Provider(DOCUMENT_ID, doc, {
    log: watchLog(world, self, openLog(socket, world.functions)),
    openChannel: watchLanes(world, self, (request) => world.realtime.open(socket, request)),
    schema: world.appSchema,
    gate: createUpdateGate(),
    store: device.disk.open(socket, device.isDurable),
    title: { root: 'title', maxChars: 200 },
    fingerprint,
    clock: openClock(world, finished),
    random: { chance: dice.chance, bytes: dice.bytes },
    onStep: (_event, { pulling: { applied, reread } }) => {
      finished.applied = applied;
      // A reread shows its rows only at its end, so `arrived` keeps its maximum. A log that was set back has fewer rows.
      finished.arrived = reread === 'none' ? applied : Math.max(finished.arrived, applied);
    },
    signatures: hasSignatures
      ? openSignatures({ schedule: world.schedule, dice: signs, pair, deliver })
      : null,
    settings: { eventsPerSecond: 500, maxProofs: signing.maxProofs },
  });
  world.truth.clientOwners.set(doc.clientID, device.userId);
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== finished.provider) takeLocalUpdate(world, finished, update);
  });
  finished.provider.on('host', (_name, value) => (finished.told = value));
  finished.provider.on('view', () => checkStatus(world, finished));
  finished.provider.on('diverged', () => openAfresh(world, finished));
  device.pages.push(finished);
  world.pages.push(finished);
  world.drain(device, finished);
  // Some pages write as soon as they can, but not after the faults have ended.
  if (dice.hits(0.3) && world.schedule.nowMs() < world.plan.durationMs) {
    for (let atMs = 300; atMs < 3000; atMs += dice.between(50, 400))
      world.schedule.after(atMs, () => writeSomething(world, finished));
  }
  return finished;
}

/** Opens a fresh document, as the room does after `diverged`. */
function openAfresh(world: World, page: Page): void {
  const { device } = page;
  const { nowMs } = world.schedule;
  if (nowMs() - device.openedAfreshMs < AFRESH_EVERY_MS) return;
  device.openedAfreshMs = nowMs();
  count(world.counts, 'documents opened afresh');
  world.schedule.after(0, () => {
    if (!page.isAlive) return;
    endPage(world, page);
    openPage(world, device);
  });
}

/** Timers of a frozen page do not fire, and its clock may jump. */
function openClock(world: World, page: Page) {
  const wallMs = () => 1_000_000_000 + world.schedule.nowMs() + page.device.clockOffsetMs;
  return {
    nowMs: createSteadyTime(wallMs, () => world.schedule.nowMs()),
    startTimer: (delayMs: number, run: () => void) => {
      let isCancelled = false;
      const fire = () => {
        if (!isCancelled) run();
      };
      const cancel = world.schedule.after(delayMs, () => {
        if (!page.isAlive) return;
        if (page.isFrozen) page.inbox.push(fire);
        else fire();
      });
      return () => {
        isCancelled = true;
        cancel();
      };
    },
  };
}

function takeLocalUpdate(world: World, page: Page, update: Uint8Array): void {
  // Clean-up by Yjs or a binding in a viewer's document is not a user's change.
  if (page.isOdd || !world.truth.editors.has(page.device.userId)) return;
  page.unlogged.push(describeChange(update, page.doc.clientID, world.schedule.nowMs()));
}

export const statusOf = (page: Page): RoomStatus => roomStatus(page.provider.view);

export function mayWrite(page: Page): boolean {
  if (!page.isAlive || page.isFrozen) return false;
  const status = statusOf(page);
  return status.kind === 'open' && (status.role === 'owner' || status.role === 'editor');
}

/** The process dies; with a power cut, unsynced writes are lost too. */
export function crashDevice(world: World, device: Device, isPowerCut: boolean): void {
  for (const page of device.pages) endPage(world, page);
  device.pages = [];
  device.disk.crash(isPowerCut);
}

/** Ends a page at once, without a last send. */
export function endPage(world: World, page: Page): void {
  if (!page.isAlive) return;
  page.isAlive = false;
  page.inbox.length = 0;
  world.realtime.forget(page.socket);
  page.provider.destroy();
  page.provider.awareness.destroy();
  page.doc.destroy();
  page.device.pages = page.device.pages.filter((each) => each !== page);
}

export function freezePage(page: Page): void {
  if (page.isAlive) page.isFrozen = true;
}

export function thawPage(page: Page, isNoticed: boolean): void {
  if (!page.isAlive || !page.isFrozen) return;
  page.isFrozen = false;
  for (const run of page.inbox.splice(0)) {
    if (page.isAlive) run();
  }
  if (isNoticed) page.provider.wake();
}

export const itemsOnDisk = (device: Device): readonly OutboxItem[] => [...device.disk.items.values()];
