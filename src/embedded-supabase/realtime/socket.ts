/**
 * One connected WebSocket: decodes frames, answers heartbeats, routes frames to channels, and closes a peer that is
 * silent or too slow. A malformed frame is logged and dropped; the socket stays open.
 */
import type { Refusal } from './admit.ts';
import { Channel, type ChannelSocket } from './channel.ts';
import { countOne } from './counts.ts';
import type { Hub } from './hub.ts';
import { readJoinRequest } from './join-request.ts';
import type { SocketPort } from './ports.ts';
import { TOPIC_PREFIX } from './rooms.ts';
import {
  decodePushFrame,
  decodeTextFrame,
  encodeMessage,
  type Frame,
  type Ref,
  type TextFrame,
  type Vsn,
} from './serializer.ts';

const CLOSE_NORMAL = 1000;
const CLOSE_GOING_AWAY = 1001;
const CLOSE_POLICY = 1008;
const CLOSE_TOO_BIG = 1009;
const CLOSE_FAILED = 1011;
const CLOSE_TRY_AGAIN = 1013;

export interface SocketIdentity {
  readonly vsn: Vsn;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

export class Socket implements ChannelSocket {
  readonly vsn: Vsn;
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #hub: Hub;
  readonly #port: SocketPort;
  readonly #onClosed: (socket: Socket) => void;
  readonly #channels = new Map<string, Channel>();
  /** Joins that wait for the database. A join superseded by a later one of its topic is no longer in `#channels`. */
  readonly #undecided = new Set<Channel>();
  /** Undos of refusals that have not been sent yet. */
  readonly #refusals = new Set<() => void>();
  #isOpen = true;
  #waitingBytes = 0;
  #lastReceivedMs: number;
  #stopSilenceTimer: () => void;
  #unansweredPings = 0;
  #stopPingTimer: () => void;

  constructor(hub: Hub, port: SocketPort, identity: SocketIdentity, onClosed: (socket: Socket) => void) {
    this.#hub = hub;
    this.#port = port;
    this.#onClosed = onClosed;
    this.vsn = identity.vsn;
    this.token = identity.token;
    this.headers = identity.headers;
    this.#lastReceivedMs = hub.clock();
    this.#stopSilenceTimer = this.#watchSilence(hub.config.silenceMs);
    this.#stopPingTimer = this.#pingLater();
  }

  /** A text frame is a string, a binary frame is bytes. */
  receive(data: string | Uint8Array): void {
    if (!this.#isOpen) return;
    if (data.length > this.#hub.config.maxFrameBytes) return this.close(CLOSE_TOO_BIG, 'frame too big');
    try {
      const frame = this.#decode(data);
      if (frame !== null) this.#dispatch(frame);
      else this.#hub.log('warning', `malformed frame of ${data.length} bytes is dropped`);
    } catch (error) {
      // A bug of ours. It ends only this socket, as a crashed process does in Realtime.
      this.#hub.log('error', `a socket failed: ${String(error)}`);
      this.close(CLOSE_FAILED, 'internal error');
    }
    // Updated last, because the receivers wait for the frame.
    this.#lastReceivedMs = this.#hub.clock();
  }

  /** Bytes have arrived, so the connection is alive. Silence of the client is tracked separately. */
  bytesReceived(): void {
    this.#unansweredPings = 0;
  }

  /** The peer is gone. */
  closed(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#stopSilenceTimer();
    this.#stopPingTimer();
    for (const undo of this.#refusals) undo();
    this.#refusals.clear();
    for (const channel of this.#channels.values()) channel.end();
    this.#hub.users.delete(this);
    this.#onClosed(this);
  }

  close(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.closed();
    this.#port.close(code, reason);
  }

  /** Ends every channel with `phx_close`, then the socket. */
  shutDown(): void {
    for (const channel of this.#channels.values()) channel.close();
    this.close(CLOSE_GOING_AWAY, 'Realtime is shutting down');
  }

  send(frame: string | Uint8Array): void {
    if (!this.#isOpen) return;
    this.#port.send(frame);
    const bufferedBytes = this.#port.bufferedBytes?.() ?? 0;
    if (bufferedBytes > this.#hub.config.maxBufferedBytes) {
      this.#hub.log('warning', `a socket does not keep up (${bufferedBytes} bytes unsent) and is closed`);
      this.close(CLOSE_TRY_AGAIN, 'too slow');
    }
  }

  channelCount(): number {
    const overtaken = [...this.#undecided].filter((channel) => this.#channels.get(channel.topic) !== channel);
    return this.#channels.size + overtaken.length + this.#refusals.size;
  }

  joinDecided(channel: Channel): void {
    this.#undecided.delete(channel);
  }

  reserve(frame: Frame): boolean {
    const bytes = sizeOf(frame);
    if (this.#waitingBytes + bytes > 2 * this.#hub.config.maxFrameBytes) return false;
    this.#waitingBytes += bytes;
    return true;
  }

  release(frame: Frame): void {
    this.#waitingBytes -= sizeOf(frame);
  }

  forget(channel: Channel, unhandled: readonly Frame[]): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
    if (this.#channels.size === 0) this.#hub.users.delete(this);
    for (const frame of unhandled) this.#answerUnjoined(frame);
  }

  /** The reply is delayed, so that a client that retries does so slowly. Some refusals also close the socket. */
  refuseJoin(channel: Channel, joinFrameRef: Ref, refusal: Refusal): void {
    const { config, startTimer } = this.#hub;
    if (this.#refusals.size > 2 * config.maxChannelsPerSocket) {
      this.close(CLOSE_POLICY, 'too many refused joins');
      return;
    }
    countOne(this.#hub.counts.refusedJoins, refusal.code);
    this.#hub.log('warning', `${channel.topic}: join refused: ${refusal.code}: ${refusal.message}`);
    const undo = startTimer(config.refusedJoinDelayMs, () => {
      this.#refusals.delete(undo);
      channel.reply(joinFrameRef, 'error', { reason: `${refusal.code}: ${refusal.message}` });
      if (refusal.code === 'ClientJoinRateLimitReached') this.close(CLOSE_NORMAL, refusal.message);
    });
    this.#refusals.add(undo);
  }

  #watchSilence(delayMs: number): () => void {
    return this.#hub.startTimer(delayMs, () => {
      const silentMs = this.#hub.clock() - this.#lastReceivedMs;
      const { silenceMs } = this.#hub.config;
      if (silentMs >= silenceMs) this.close(CLOSE_NORMAL, 'timeout');
      else this.#stopSilenceTimer = this.#watchSilence(silenceMs - silentMs);
    });
  }

  /** Pings are counted, not timed: a server that was itself delayed must not close every socket. */
  #pingLater(): () => void {
    const { config, startTimer } = this.#hub;
    return startTimer(config.pingMs, () => {
      // The reason identifies the cause: the connection did not answer.
      if (this.#unansweredPings >= config.maxUnansweredPings)
        return this.close(CLOSE_TRY_AGAIN, 'line is dead');
      this.#unansweredPings += 1;
      this.#port.ping();
      this.#stopPingTimer = this.#pingLater();
    });
  }

  #decode(data: string | Uint8Array): Frame | null {
    if (typeof data === 'string') return decodeTextFrame(this.vsn, data);
    return this.vsn === '2.0.0' ? decodePushFrame(data) : null;
  }

  #dispatch(frame: Frame): void {
    const channel = this.#channels.get(frame.topic);
    if (frame.kind === 'text') {
      if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
        this.#reply(frame, 'ok', {});
        return;
      }
      if (frame.event === 'phx_join' && frame.topic.startsWith(TOPIC_PREFIX)) {
        this.#join(frame, channel);
        return;
      }
      if (frame.event === 'phx_leave' && channel !== undefined && isOfAnotherJoin(frame, channel)) return;
    }
    if (channel === undefined) this.#answerUnjoined(frame);
    else channel.receive(frame);
  }

  #join(frame: TextFrame, previous: Channel | undefined): void {
    previous?.close();
    if (!this.#isOpen) return;
    const joinRef = frame.joinRef ?? frame.ref;
    const channel = new Channel(this.#hub, this, frame.topic, joinRef, readJoinRequest(frame.payload));
    this.#channels.set(frame.topic, channel);
    this.#undecided.add(channel);
    channel.join(frame.ref);
  }

  #answerUnjoined(frame: Frame): void {
    if (frame.kind === 'text' && frame.event === 'phx_leave') this.#reply(frame, 'ok', {});
    else this.#reply(frame, 'error', { reason: 'unmatched topic' });
  }

  /** Replies outside of a channel have no join reference. */
  #reply({ ref, topic }: Frame, status: 'ok' | 'error', response: unknown): void {
    const payload = { status, response };
    this.send(encodeMessage(this.vsn, { joinRef: null, ref, topic, event: 'phx_reply', payload }));
  }
}

/** A leave with the reference of an earlier join has crossed our phx_close and needs no answer. */
const isOfAnotherJoin = (frame: TextFrame, channel: Channel): boolean =>
  frame.joinRef !== null && frame.joinRef !== channel.joinRef;

const sizeOf = (frame: Frame): number =>
  frame.kind === 'push' ? frame.bytes.length - frame.payloadAt : frame.sizeBytes;
