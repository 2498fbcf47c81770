/**
 * One joined topic of one socket.
 *
 * Like the process that it is in Realtime, it handles frames strictly one after another. While a step waits for the
 * database (the join, a first send, a new token), later frames wait. Otherwise a frame is handled at once, so that an
 * authorised broadcast needs no promise. A step that throws ends the channel with `phx_error`, upon which clients
 * rejoin.
 */
import type { Claims } from '../keys/tokens.ts';
import { admit, type Admission, type Refusal } from './admit.ts';
import type { Caller } from './authorize.ts';
import { handleBroadcast } from './channel-broadcast.ts';
import { createPresenceAllowance, handlePresence, sendPresenceState } from './channel-presence.ts';
import { handleAccessToken, watchExpiry } from './channel-token.ts';
import { countOne, reasonOf } from './counts.ts';
import { countMessage, rateOf, type Hub } from './hub.ts';
import type { JoinRequest } from './join-request.ts';
import type { ChannelVoice, Joined, JoinedChannel } from './joined-channel.ts';
import { toBroadcast } from './messages.ts';
import { TOPIC_PREFIX } from './rooms.ts';
import { encodeMessage, type Frame, type Ref, type Vsn } from './serializer.ts';

/** The part of its socket that a channel uses. */
export interface ChannelSocket {
  readonly vsn: Vsn;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Joined and joining channels, superseded joins, and joins whose refusal has not been sent yet. */
  channelCount(): number;
  /** The join of a channel is decided, even if it was superseded. */
  joinDecided(channel: Channel): void;
  send(frame: string | Uint8Array): void;
  /** Reserves room for one more waiting frame; false when there is none. */
  reserve(frame: Frame): boolean;
  release(frame: Frame): void;
  /** The channel has ended; `unhandled` are its remaining frames. */
  forget(channel: Channel, unhandled: readonly Frame[]): void;
  refuseJoin(channel: Channel, joinFrameRef: Ref, refusal: Refusal): void;
}

type State =
  | { readonly name: 'joining' }
  | { readonly name: 'joined'; readonly joined: Joined; readonly target: JoinedChannel }
  | { readonly name: 'ended' };

export class Channel implements ChannelVoice {
  readonly hub: Hub;
  readonly socket: ChannelSocket;
  readonly request: JoinRequest;
  readonly topic: string;
  readonly joinRef: Ref;
  #state: State = { name: 'joining' };
  #busy = false;
  #waiting: Frame[] = [];

  constructor(hub: Hub, socket: ChannelSocket, topic: string, joinRef: Ref, request: JoinRequest) {
    this.hub = hub;
    this.socket = socket;
    this.topic = topic;
    this.joinRef = joinRef;
    this.request = request;
  }

  get name(): string {
    return this.topic.slice(TOPIC_PREFIX.length);
  }

  get vsn(): Vsn {
    return this.socket.vsn;
  }

  get hasEnded(): boolean {
    return this.#state.name === 'ended';
  }

  get readsBroadcasts(): boolean {
    return this.#state.name === 'joined' && this.#state.joined.policies.readBroadcasts;
  }

  get readsPresence(): boolean {
    if (this.#state.name !== 'joined') return false;
    const { presenceEnabled, policies } = this.#state.joined;
    return presenceEnabled && policies.readPresence === true;
  }

  hasReplayed(messageId: string): boolean {
    return this.#state.name === 'joined' && this.#state.joined.replayedIds.has(messageId);
  }

  deliver(frame: string | Uint8Array): void {
    this.socket.send(frame);
  }

  delivered(): void {
    countMessage(this.hub, 'out');
    this.endIfOverRate();
  }

  /** The caller, as policies see it. */
  callerOf(claims: Claims): Caller {
    return { topic: this.name, claims, headers: this.socket.headers };
  }

  /** Starts joining; the reply goes to `ref`. */
  join(ref: Ref): void {
    this.#occupy(this.#join(ref).finally(() => this.socket.joinDecided(this)));
  }

  receive(frame: Frame): void {
    if (this.#state.name === 'ended') return;
    if (!this.#busy) {
      this.#step(frame);
      return;
    }
    if (this.#waiting.length < this.hub.config.maxWaitingFrames && this.socket.reserve(frame)) {
      this.#waiting.push(frame);
    } else {
      this.hub.log('warning', `${this.topic}: too many frames are waiting, one is dropped`);
    }
  }

  reply(ref: Ref, status: 'ok' | 'error', response: unknown): void {
    this.push('phx_reply', { status, response }, ref);
  }

  push(event: string, payload: unknown, ref: Ref = null): void {
    const { vsn, topic, joinRef } = this;
    this.socket.send(encodeMessage(vsn, { joinRef, ref, topic, event, payload }));
  }

  sendSystem(extension: string, status: 'ok' | 'error', message: string): void {
    this.push('system', { extension, status, message, channel: this.name });
  }

  shutDown(message: string): void {
    if (this.hasEnded) return;
    this.hub.log('info', `${this.topic}: ${message}`);
    countOne(this.hub.counts.closedChannels, reasonOf(message));
    this.sendSystem('system', 'error', message);
    this.close();
  }

  /** Ends the channel with `phx_close`. */
  close(): void {
    if (this.hasEnded) return;
    this.push('phx_close', {}, this.joinRef);
    this.end();
  }

  /** Ends the channel without a message, e.g. because its socket is gone. */
  end(): void {
    const state = this.#state;
    if (state.name === 'ended') return;
    this.#state = { name: 'ended' };
    if (state.name === 'joined') {
      this.hub.counts.channels -= 1;
      this.hub.joined.delete(state.target);
      state.joined.stopExpiry();
      state.joined.room.leave(this);
    }
    const unhandled = this.#waiting;
    this.#waiting = [];
    for (const frame of unhandled) this.socket.release(frame);
    this.socket.forget(this, unhandled);
  }

  endIfOverRate(): void {
    if (rateOf(this.hub, 'messages') > this.hub.config.maxMessagesPerSecond) {
      this.shutDown('Too many messages per second');
    }
  }

  async #join(ref: Ref): Promise<void> {
    const outcome = await admit(this.hub, {
      topic: this.name,
      request: this.request,
      socketToken: this.socket.token,
      headers: this.socket.headers,
      channels: this.socket.channelCount(),
    });
    if (this.hasEnded) return;
    if (outcome.ok) {
      this.#welcome(ref, outcome);
      return;
    }
    this.socket.refuseJoin(this, ref, outcome);
    this.end();
  }

  #welcome(ref: Ref, admission: Admission): void {
    const { hub, request } = this;
    const joined: Joined = {
      room: hub.rooms.open(this.name, request.isPrivate),
      presenceKey: request.presenceKey ?? hub.random.uuid(),
      presenceAllowance: createPresenceAllowance(hub),
      replayedIds: new Set(admission.replayed.map(({ id }) => id)),
      token: admission.token,
      claims: admission.claims,
      policies: admission.policies,
      presenceEnabled: request.presenceEnabled,
      stopExpiry: () => {},
    };
    const target: JoinedChannel = { channel: this, joined };
    this.#state = { name: 'joined', joined, target };
    hub.counts.channels += 1;
    hub.joined.add(target);
    watchExpiry(target, admission.expiresAtMs);
    this.reply(ref, 'ok', { postgres_changes: [] });
    for (const message of admission.replayed) {
      const frame = toBroadcast(message, true).frameFor(this.vsn);
      if (frame !== null) this.deliver(frame);
    }
    joined.room.join(this);
    hub.users.add(this.socket);
    sendPresenceState(target);
    if (request.wantsReplicationReady) {
      this.sendSystem('system', 'ok', 'Replication connection established');
    }
  }

  /** Handles one frame. A step that does not finish at once keeps the channel busy. */
  #step(frame: Frame): void {
    try {
      const pending = this.#handle(frame);
      if (pending !== undefined) this.#occupy(pending);
    } catch (error) {
      this.#crash(error);
    }
  }

  #handle(frame: Frame): Promise<void> | undefined {
    if (this.#state.name !== 'joined') return undefined;
    const { target } = this.#state;
    if (frame.kind === 'push') return handleBroadcast(target, frame);
    switch (frame.event) {
      case 'broadcast':
        return handleBroadcast(target, frame);
      case 'presence':
        return handlePresence(target, frame);
      case 'access_token':
        return handleAccessToken(target, frame.payload);
      case 'phx_leave':
        this.reply(frame.ref, 'ok', {});
        this.close();
        return undefined;
      default:
        this.hub.log('info', `${this.topic}: unexpected event "${frame.event.slice(0, 100)}"`);
        return undefined;
    }
  }

  /**
   * Runs an asynchronous step, then the frames that arrived in the meantime. Also used for steps started by a timer.
   */
  #occupy(pending: Promise<void>): void {
    this.#busy = true;
    pending.then(
      () => this.#resume(),
      (error: unknown) => this.#crash(error),
    );
  }

  #resume(): void {
    this.#busy = false;
    while (!this.#busy && !this.hasEnded) {
      const frame = this.#waiting.shift();
      if (frame === undefined) return;
      this.socket.release(frame);
      this.#step(frame);
    }
  }

  #crash(error: unknown): void {
    if (this.hasEnded) return;
    this.hub.log(
      'error',
      `${this.topic}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    countOne(this.hub.counts.closedChannels, 'crashed');
    this.push('phx_error', {}, this.joinRef);
    this.end();
  }
}
