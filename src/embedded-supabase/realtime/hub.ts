/** What all sockets of one Realtime share: rooms, rates, settings and the ways to the outside. */
import type { Database } from '../db/database.ts';
import type { Tokens } from '../tokens.ts';
import { createRateWindow, type RateWindow } from './limits.ts';
import type { Clock, Log, Random, StartTimer } from './ports.ts';
import type { RealtimeConfig } from './realtime-config.ts';
import { createRooms, type Rooms } from './rooms.ts';

export interface HubDependencies {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly config: RealtimeConfig;
  readonly clock: Clock;
  readonly startTimer: StartTimer;
  readonly random: Random;
  readonly log: Log;
}

export type RateName = 'messages' | 'joins' | 'presence' | 'requests';

export interface Hub extends HubDependencies {
  readonly rooms: Rooms;
  readonly rates: Readonly<Record<RateName, RateWindow>>;
  /** Sockets with at least one joined channel. */
  readonly users: Set<object>;
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
    users: new Set(),
    isClosing: false,
  };
}

/** Events per second as Realtime reckons them: an average that lags up to five seconds. */
export const rateOf = (hub: Hub, name: RateName): number => hub.rates[name].perSecond(hub.clock());

export const countEvents = (hub: Hub, name: RateName, events: number): void =>
  hub.rates[name].add(events, hub.clock());
