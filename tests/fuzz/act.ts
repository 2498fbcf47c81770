/** Runs the actions of a plan, and ends each when its time is over. */
import { startFold, type World } from './world.ts';
import { cutLines, freezeLine, refuseOneWay } from './break-lines.ts';
import { later } from './during-plan.ts';
import { crashDevice, endPage, freezePage, openPage, thawPage, type Device, type Page } from './page.ts';
import { count } from './model/weather.ts';
import { attack, expel, inviteMallory } from './mallory.ts';
import type { Action, Fault } from './plan.ts';
import { takeRights } from './rights.ts';
import { loseWord, writeOddly, writeSomething } from './write.ts';

const HOUR_MS = 3_600_000;
const HEARTBEAT_MS = 60_000;
/** A page detects a log that was set back by the reply to a pull; several replies may be lost. */
const NOTICED_AFTER_MS = 120_000;

export function schedulePlan(world: World): void {
  const { decay } = world.plan;
  if (decay) world.schedule.after(decay.atMs, () => decayPage(world, world.devices[decay.who]?.pages[0]));
  for (const action of world.plan.actions) {
    world.schedule.after(action.atMs, () => {
      const device = world.devices[action.who];
      if (!device) return;
      if (action.kind !== 'write') count(world.counts, action.kind);
      act(world, action, device);
    });
  }
}

/** A memory fault, or a bug of Yjs: a word silently disappears from this copy. */
function decayPage(world: World, page: Page | undefined): void {
  const isWhole = page?.isAlive === true && page.provider.view.loaded && !page.isOdd;
  if (isWhole && loseWord(page)) {
    page.isDecayed = true;
    count(world.counts, 'decayed documents');
  }
}

function act(world: World, action: Action, device: Device): void {
  if (action.kind === 'write') return write(world, action, device);
  if (action.kind === 'close') return leave(world, action, device);
  return FAULT_ACTS[action.kind](world, action, device);
}

function write(world: World, action: Action, device: Device): void {
  const gapMs = 40 + action.how * 700;
  for (let atMs = 0; atMs < action.forMs; atMs += gapMs * device.dice.between(0.3, 1.7)) {
    later(world, atMs, () => {
      const page = device.pages.at(-1);
      if (!page) return;
      writeSomething(world, page);
      if (device.dice.hits(0.02)) writeOddly(world, page);
    });
  }
}

/** Closes a tab as browsers do: a last flush, and shortly after it the tab is gone. */
function leave(world: World, action: Action, device: Device): void {
  const page = device.pages.at(-1);
  if (!page || page.isFrozen) return;
  void page.provider.flush({ leaving: true });
  later(world, 50 + action.how * 1000, () => endPage(world, page));
  later(world, action.forMs + 1100, () => reopen(world, device));
}

export function reopen(world: World, device: Device): void {
  if (device.pages.length === 0) openPage(world, device);
}

type Act = (world: World, action: Action, device: Device) => void;

/** An action with a start and an end. */
const during =
  (start: (world: World, action: Action) => void, end: (world: World) => void): Act =>
  (world, action) => {
    start(world, action);
    later(world, action.forMs, () => end(world));
  };

const FAULT_ACTS: Readonly<Record<Fault, Act>> = {
  lossy: during(
    ({ weather }, { how }) => {
      weather.drop = how * 0.5;
      weather.duplicate = how * 0.2;
      weather.disorderMs = how * 3000;
      weather.loss = how * 0.25;
    },
    ({ weather }) => Object.assign(weather, { drop: 0, duplicate: 0, disorderMs: 0, loss: 0 }),
  ),
  functions: during(
    ({ weather }, { how }) => Object.assign(weather, { killBefore: how * 0.4, killAfter: how * 0.4 }),
    ({ weather }) => Object.assign(weather, { killBefore: 0, killAfter: 0 }),
  ),
  'slow database': during(
    ({ weather }, { how }) => Object.assign(weather, { databaseDelayMs: how * 20_000 }),
    quicken,
  ),
  hang: during(
    ({ weather }, { how }) => Object.assign(weather, { hang: how * 0.6 }),
    ({ weather }) => Object.assign(weather, { hang: 0 }),
  ),
  outage: during(
    ({ weather, realtime }) => {
      weather.realtimeDown = true;
      realtime.closeAll('outage');
    },
    ({ weather }) => Object.assign(weather, { realtimeDown: false }),
  ),
  'rate limit': ({ realtime }) => realtime.closeAll('Too many messages per second'),
  malice: (world, { how }) => {
    world.mallory ??= inviteMallory(world);
    attack(world, world.mallory, how);
  },
  failover: failOver,
  // Repeatedly, so that some run during a fold.
  prune: (world) => {
    for (let atMs = 0; atMs < 6000; atMs += 250)
      world.schedule.after(atMs, () =>
        count(world.counts, 'rows pruned', world.database.prune(world.plan.pruneKeepMs)),
      );
  },
  folds: (world) => {
    const caller = { userId: 'user 0', signedIn: true };
    for (let fold = 0; fold < 8; fold += 1)
      world.schedule.after(world.dice.between(0, 6000), () => startFold(world, caller, world.dice.hits(0.7)));
  },
  partition: cutOff,
  freeze: (world, action, device) => freeze(world, action, device, false),
  sleep: (world, action, device) => freeze(world, action, device, true),
  crash: (world, action, device) => crash(world, action, device, false),
  'power cut': (world, action, device) => crash(world, action, device, true),
  quota: (world, action, device) => {
    device.disk.isFull = true;
    later(world, action.forMs, () => (device.disk.isFull = false));
  },
  'clock jump': (_world, { how }, device) => {
    device.clockOffsetMs += (how * 2 - 1) * HOUR_MS;
  },
  deaf: (world, action, device) => {
    device.line.deaf = true;
    later(world, action.forMs, () => (device.line.deaf = false));
  },
  'token expiry': expire,
  roles: changeRole,
  hidden: (world, action, device) => {
    device.isHidden = true;
    for (const page of device.pages) page.socket.deliver(() => page.provider.hide());
    later(world, action.forMs, () => show(device));
  },
  removal: remove,
  schema: upgrade,
  'cut lines': cutLines,
  'half-open': (world, _action, device) => freezeLine(world, device),
  'one way': refuseOneWay,
  'second tab': (world, action, device) => {
    if (device.pages.length === 0) return;
    const page = openPage(world, device);
    later(world, action.forMs, () => leavePage(world, page));
  },
};

/** The pages of a device become visible again. */
export function show(device: Device): void {
  if (!device.isHidden) return;
  device.isHidden = false;
  for (const page of device.pages) page.socket.deliver(() => page.provider.wake());
}

function leavePage(world: World, page: Page): void {
  if (!page.isAlive || page.isFrozen) return;
  void page.provider.flush({ leaving: true });
  later(world, 300, () => endPage(world, page));
}

function cutOff(world: World, action: Action, { line, pages, dice }: Device): void {
  line.up = action.how < 0.25;
  line.down = action.how > 0.75;
  line.blackHole = dice.hits(0.5);
  const startedMs = world.schedule.nowMs();
  later(world, dice.between(25_000, 50_000), () => {
    if (line.up && line.down) return;
    if (world.schedule.nowMs() - startedMs < action.forMs) {
      for (const page of pages) world.realtime.closeAll('heartbeat', page.socket);
    }
  });
  const isNoticed = dice.hits(0.5);
  later(world, action.forMs, () => reconnect(line, pages, isNoticed));
}

export function reconnect(line: Device['line'], pages: readonly Page[], isNoticed: boolean): void {
  line.up = true;
  line.down = true;
  line.blackHole = false;
  for (const page of pages) if (isNoticed && !page.isFrozen && page.isAlive) page.provider.wake();
}

function freeze(world: World, action: Action, device: Device, isAsleep: boolean): void {
  for (const page of device.pages) {
    freezePage(page);
    later(world, HEARTBEAT_MS, () => {
      if (page.isFrozen) world.realtime.closeAll('heartbeat', page.socket);
    });
  }
  if (isAsleep) Object.assign(device.line, { up: false, down: false });
  const isNoticed = device.dice.hits(0.7);
  later(world, action.forMs, () => {
    if (isAsleep) Object.assign(device.line, { up: true, down: true });
    for (const page of [...device.pages]) thawPage(page, isNoticed);
  });
}

/** Ends slow replies. Pages may have detected late that the log was set back. */
function quicken(world: World): void {
  world.weather.databaseDelayMs = 0;
  const nowMs = world.schedule.nowMs();
  if (nowMs <= world.forgivenUntilMs) world.forgivenUntilMs = nowMs + NOTICED_AFTER_MS;
}

/** A replica that lacks the last commits takes over, unless it also lacks changes of rights or sessions. */
function failOver(world: World, action: Action): void {
  const { database, truth, weather, schedule } = world;
  const primary = database.tables;
  const replica = database.copy();
  later(world, action.how * 8000, () => {
    const { tables } = database;
    // A replica of a database that has itself been replaced does not take over.
    const isOnlyText =
      tables === primary &&
      replica.epoch === tables.epoch &&
      replica.schemaMajor === tables.schemaMajor &&
      replica.members.size === tables.members.size &&
      replica.sessions.size === tables.sessions.size;
    if (!isOnlyText) return;
    count(world.counts, 'rows lost in a failover', tables.rows.length - replica.rows.length);
    weather.databaseDown = true;
    database.failOver(replica);
    truth.regress(replica.head);
    world.forgivenUntilMs = schedule.nowMs() + action.forMs + NOTICED_AFTER_MS;
    world.hasFailedOver = true;
    later(world, action.forMs, () => (weather.databaseDown = false));
  });
}

function crash(world: World, action: Action, device: Device, isPowerCut: boolean): void {
  crashDevice(world, device, isPowerCut);
  later(world, action.forMs, () => reopen(world, device));
}

function expire(world: World, action: Action, device: Device): void {
  const { line, pages, dice } = device;
  line.tokenValid = false;
  later(world, dice.between(1000, 300_000), () => {
    if (line.tokenValid) return;
    for (const page of pages) world.realtime.closeAll('token expired', page.socket);
  });
  later(world, action.forMs, () => signIn(world, device));
}

export function signIn(world: World, device: Device): void {
  if (device.line.tokenValid) return;
  device.line.tokenValid = true;
  for (const page of device.pages) {
    world.realtime.refresh(page.socket);
    if (!page.isFrozen) page.provider.wake();
  }
}

function changeRole(world: World, action: Action, { userId }: Device): void {
  if (userId === 'user 0' || !world.database.tables.members.has(userId)) return;
  const become = (role: 'viewer' | 'editor') => {
    if (!world.database.tables.members.has(userId)) return;
    if (role === 'viewer') world.truth.editors.delete(userId);
    else world.truth.editors.add(userId);
    world.database.setRole(userId, role);
  };
  become('viewer');
  later(world, action.forMs, () => become('editor'));
}

function remove(world: World, action: Action, device: Device): void {
  const { userId } = device;
  if (world.mallory && action.how > 0.6) expel(world, world.mallory);
  if (userId === 'user 0') return;
  takeRights(world, userId);
  later(world, action.forMs, () => {
    world.truth.editors.add(userId);
    world.database.addMember(userId, 'editor');
    reloadEnded(world, device);
  });
}

/** Reloads pages whose document has ended, for this reason or any. */
export function reloadEnded(world: World, device: Device, reason?: string): void {
  for (const page of [...device.pages]) {
    const { ended } = page.provider.view;
    if (page.isFrozen || ended === null || (reason !== undefined && ended !== reason)) continue;
    endPage(world, page);
    openPage(world, device);
  }
}

function upgrade(world: World): void {
  world.appSchema += 1;
  world.database.raiseSchema();
  for (const device of world.devices) {
    later(world, device.dice.between(1000, 90_000), () => reloadEnded(world, device));
  }
}
