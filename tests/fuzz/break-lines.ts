/** Faults of one device's line: cut again and again, frozen half-open, or refused on one of its two ways. */
import { later } from './during-plan.ts';
import { cutConnection, freezeConnection } from './model/weather.ts';
import type { Device } from './page.ts';
import type { Action } from './plan.ts';
import type { World } from './world.ts';
import { writeInside } from './write.ts';

const CUT_EVERY_MS = 5000;
const WRITE_EVERY_MS = 400;
/** A socket without an answer is closed by the second heartbeat. */
const HEARTBEATS_MS = [25_000, 50_000] as const;

/** Cuts the lines of most devices every few seconds, while all write into each other's words. */
export function cutLines(world: World, action: Action): void {
  for (const [at, device] of world.devices.entries()) {
    const isCut = at === action.who || device.dice.hits(0.7);
    repeat(world, WRITE_EVERY_MS, action.forMs, () => {
      const page = device.pages.at(-1);
      if (page) writeInside(world, page);
    });
    if (!isCut) continue;
    repeat(world, CUT_EVERY_MS, action.forMs, () => {
      cutConnection(device.line);
      for (const page of device.pages) world.realtime.closeAll('cut', page.socket);
    });
  }
}

/** Open sockets and requests are swallowed without a notice; new ones receive replies. */
export function freezeLine(world: World, device: Device): void {
  freezeConnection(device.line);
  for (const { socket } of device.pages) {
    world.realtime.freeze(socket);
    world.schedule.after(device.dice.between(...HEARTBEATS_MS), () => world.realtime.closeFrozen(socket));
  }
}

/** Sockets are refused while requests are answered, or the other way round. */
export function refuseOneWay(world: World, action: Action, { line, pages }: Device): void {
  line.refuses = action.how < 0.5 ? 'sockets' : 'requests';
  if (line.refuses === 'sockets') for (const page of pages) world.realtime.closeAll('refused', page.socket);
  later(world, action.forMs, () => (line.refuses = null));
}

function repeat(world: World, everyMs: number, forMs: number, run: () => void): void {
  for (let atMs = everyMs; atMs < forMs; atMs += everyMs) later(world, atMs, run);
}
