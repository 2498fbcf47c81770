/** The interface of a joined channel to the handlers of its events. */
import type { Claims } from '../keys/tokens.ts';
import type { Policies } from './admit.ts';
import type { Caller } from './authorize.ts';
import type { Hub } from './hub.ts';
import type { JoinRequest } from './join-request.ts';
import type { CallWindow } from './limits.ts';
import type { Member, Room } from './rooms.ts';
import type { Ref } from './serializer.ts';

export interface ChannelVoice extends Member {
  readonly hub: Hub;
  readonly request: JoinRequest;
  /** With the `realtime:` prefix, as on the wire. */
  readonly topic: string;
  /** Without the prefix, as in policies and messages. */
  readonly name: string;
  readonly hasEnded: boolean;
  callerOf(claims: Claims): Caller;
  reply(ref: Ref, status: 'ok' | 'error', response: unknown): void;
  push(event: string, payload: unknown): void;
  /** Ends the channel with a reason; clients do not rejoin on their own. */
  shutDown(message: string): void;
  endIfOverRate(): void;
}

/** The state of a joined channel. */
export interface Joined {
  readonly room: Room;
  readonly presenceKey: string;
  readonly presenceAllowance: CallWindow;
  readonly replayedIds: ReadonlySet<string>;
  token: string;
  claims: Claims;
  policies: Policies;
  presenceEnabled: boolean;
  stopExpiry: () => void;
}

export interface JoinedChannel {
  readonly channel: ChannelVoice;
  readonly joined: Joined;
}
