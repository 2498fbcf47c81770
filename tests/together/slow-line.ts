/**
 * Editors with an ordinary connection between them. Each update arrives after a delay with jitter, so that updates may
 * overtake each other; a lost one arrives later, as from the log. Updates are merged in windows, as the provider does.
 */
import * as Y from 'yjs';
import { applyTogether } from '../../src/yjs-supabase/src/doc/apply-together.ts';
import { WholeUpdates } from '../../src/yjs-supabase/src/doc/whole-updates.ts';
import { closeSeat, openSeat, type Seat } from '../support/editors.ts';
import type { Dice } from '../fuzz/dice.ts';
import type { Schedule } from './schedule.ts';

export interface Line {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** Share of the updates that reach a receiver only through the log. */
  readonly loss: number;
}

export interface Person extends Seat {
  readonly name: string;
  /** Until `goOnline`, nothing is sent and nothing arrives. */
  goOffline(): void;
  goOnline(): void;
}

const WINDOW_MS = 40;
const LOG_MS = 1200;

export interface Company {
  readonly people: readonly Person[];
  close(): void;
}

interface Letter {
  readonly source: 'live';
  readonly bytes: Uint8Array;
  readonly clientId: number;
}

export function openCompany(names: readonly string[], line: Line, schedule: Schedule, dice: Dice): Company {
  const people = names.map((name) => openPerson(name, schedule));
  for (const sender of people) {
    sender.onSend((letter) => {
      for (const receiver of people) {
        if (receiver === sender) continue;
        const isLost = dice.hits(line.loss);
        const jitterMs = dice.between(-line.jitterMs, line.jitterMs);
        schedule.after(line.delayMs + jitterMs + (isLost ? LOG_MS : 0), () => receiver.take(letter));
      }
    });
  }
  return { people, close: () => people.forEach(closeSeat) };
}

function openPerson(name: string, schedule: Schedule) {
  const seat = openSeat(name, '#ce0d6e', { nowMs: schedule.nowMs });
  let send: (letter: Letter) => void = () => undefined;
  const whole = new WholeUpdates<Letter>();
  let gathered: Uint8Array[] = [];
  let held: Letter[] | null = null;
  let isOpen = true;
  const flush = (): void => {
    if (held !== null || gathered.length === 0) return;
    send({ source: 'live', bytes: Y.mergeUpdates(gathered), clientId: seat.doc.clientID });
    gathered = [];
    isOpen = false;
    schedule.after(WINDOW_MS, () => {
      isOpen = true;
      flush();
    });
  };
  seat.doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (isRemote(origin)) return;
    gathered.push(update);
    if (isOpen) flush();
  });
  const take = (letter: Letter): void => {
    if (held !== null) return void held.push(letter);
    for (let ready = whole.take(seat.doc, [letter]); ready.length > 0; ready = whole.take(seat.doc, [])) {
      seat.follower.takeIncoming(ready);
      const updates = ready.map(({ bytes }) => bytes);
      applyTogether(seat.doc, updates, { from: letter.clientId });
    }
  };
  return {
    ...seat,
    name,
    take,
    onSend: (listener: (letter: Letter) => void) => void (send = listener),
    goOffline: () => void (held ??= []),
    goOnline: () => {
      const waiting = held ?? [];
      held = null;
      flush();
      waiting.forEach(take);
    },
  };
}

const isRemote = (origin: unknown): boolean =>
  typeof origin === 'object' && origin !== null && 'from' in origin;
