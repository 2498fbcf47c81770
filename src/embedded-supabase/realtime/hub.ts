/** Shared state of all sockets of one Realtime: rooms, rates, settings and ports. */
import type { Database } from '../db/database.ts';
import type { Claims, Tokens } from '../keys/tokens.ts';
import { createCounts, type RealtimeCounts } from './counts.ts';
import { createRateWindow, type RateWindow } from './limits.ts';
import type { Clock, FindEndedSessions, Log, Random, StartTimer } from './ports.ts';
import type { RealtimeConfig } from './realtime-config.ts';
import { createRooms, type Rooms } from './rooms.ts';

export interface HubDependencies {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: RealtimeConfig;
  readonly clock: Clock;
  readonly startTimer: StartTimer;
  readonly random: Random;
  readonly findEndedSessions: FindEndedSessions;
  readonly log: Log;
}

export type RateName = 'messages' | 'joins' | 'presence' | 'requests';

/** A joined channel as the watch of sign-in sessions sees it. */
interface OpenChannel {
  readonly channel: { shutDown(message: string): void };
  readonly joined: { readonly claims: Claims };
}

export interface Hub extends HubDependencies {
  readonly rooms: Rooms;
  readonly rates: Readonly<Record<RateName, RateWindow>>;
  readonly counts: RealtimeCounts;
  /** Sockets with at least one joined channel. */
  readonly users: Set<object>;
  readonly joined: Set<OpenChannel>;
  isClosing: boolean;
}

export function createHub(dependencies: HubDependencies): Hub {
  const now = dependencies.clock();
  return {
    ...dependencies,
    rooms: createRooms(),
    rates: {
      messages: createRateWindow(now),
      joins: createRateWindow(now),
      presence: createRateWindow(now),
      requests: createRateWindow(now),
    },
    counts: createCounts(),
    users: new Set(),
    joined: new Set(),
    isClosing: false,
  };
}

/** Events per second as Realtime calculates them: an average that lags up to five seconds. */
export const rateOf = (hub: Hub, name: RateName): number => hub.rates[name].perSecond(hub.clock());

export const countEvents = (hub: Hub, name: Exclude<RateName, 'messages'>, events: number): void => {
  hub.rates[name].add(events, hub.clock());
  if (name === 'presence') hub.counts.presenceEvents += events;
  if (name === 'joins') hub.counts.joins += events;
};

/** `in`: sent by a client. `out`: delivered to one. */
export function countMessage(hub: Hub, way: 'in' | 'out'): void {
  hub.rates.messages.add(1, hub.clock());
  if (way === 'in') hub.counts.messagesIn += 1;
  else hub.counts.messagesOut += 1;
}
