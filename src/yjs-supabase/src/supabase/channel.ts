/**
 * The channel port over supabase-js: private channels, binary payloads, no acknowledgement (the log gives those).
 *
 * supabase-js allows one channel per topic, and removes a closed channel by topic and not by identity. It rejoins on a schedule
 * without jitter, and closes the socket with the last channel. So there is one channel per topic at a time, and every close is
 * final here. A new channel waits until the old one is gone and the socket is open.
 */
import type { RealtimeChannel as SupabaseChannel, SupabaseClient } from '@supabase/supabase-js';
import type { ChannelEvent, ChannelRequest, OpenChannel, RealtimeChannel } from '../ports/channel.ts';
import { earsOf, type Ears } from './realtime-codec.ts';
import { checkSocket, openSocket } from './socket.ts';

/** The part of a supabase-js client that is used, independent of its database types. */
export type RealtimeHost = Pick<SupabaseClient, 'channel' | 'removeChannel' | 'realtime' | 'auth'>;

/** Topics of a client: `in use`, or a promise that settles once the last channel is gone. */
type Topics = Map<string, 'in use' | Promise<unknown>>;

/** Keyed by client, because two providers on one client share its channels. */
const topicsOfClients = new WeakMap<object, Topics>();

export function openSupabaseChannels(client: RealtimeHost): OpenChannel {
  const topics = topicsOfClients.get(client) ?? (new Map() as Topics);
  topicsOfClients.set(client, topics);
  return (request) => {
    const lane = new SupabaseLane(client, request, topics);
    void lane.open();
    return lane;
  };
}

class SupabaseLane implements RealtimeChannel {
  readonly #client: RealtimeHost;
  readonly #request: ChannelRequest;
  readonly #topics: Topics;
  readonly #ears: Ears | undefined;
  #channel: SupabaseChannel | null = null;
  #phase: 'joining' | 'joined' | 'over' = 'joining';
  #systemError: string | null = null;

  constructor(client: RealtimeHost, request: ChannelRequest, topics: Topics) {
    this.#client = client;
    this.#request = request;
    this.#topics = topics;
    this.#ears = earsOf(client.realtime.decode);
  }

  async open(): Promise<void> {
    checkSocket(this.#client.realtime);
    try {
      await this.#topics.get(this.#request.topic);
      await this.#prepare();
      this.#subscribe();
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error));
    }
  }

  #subscribe(): void {
    const { topic, presenceKey } = this.#request;
    if (this.#phase === 'over') return;
    if (this.#topics.has(topic)) return this.#end('topic in use');
    this.#topics.set(topic, 'in use');
    const channel = this.#client.channel(topic, {
      config: {
        private: true,
        broadcast: { ack: false, self: false },
        presence: { key: presenceKey ?? '', enabled: presenceKey !== undefined },
      },
    });
    this.#channel = channel;
    this.#listen(channel);
    channel.subscribe((status, error) => this.#takeStatus(status, error));
  }

  send(event: string, bytes: Uint8Array): void {
    const channel = this.#channel;
    // For a channel that is not joined, supabase-js would fall back to REST, which corrupts binary payloads.
    if (this.#phase !== 'joined' || !channel || !this.#client.realtime.isConnected()) return;
    const state: string = channel.state;
    if (state !== 'joined') return;
    // Only an ArrayBuffer is sent as binary; a view may be smaller than its buffer, hence the copy. `channel.send` is
    // bypassed, because it waits ten seconds for a reply to each message although none is requested.
    const isWhole = bytes.length === bytes.buffer.byteLength;
    const payload = { type: 'broadcast', event, payload: isWhole ? bytes.buffer : bytes.slice().buffer };
    this.#client.realtime.push({ topic: channel.topic, event: 'broadcast', payload, ref: '' });
  }

  announce(): void {
    const { presenceKey } = this.#request;
    if (this.#phase === 'joined' && presenceKey !== undefined)
      void this.#channel?.track({ session_id: presenceKey });
  }

  close(): void {
    this.#phase = 'over';
    this.#remove();
  }

  /** Sets a fresh token last: with an expired one the server closes a joined channel at once, or refuses it. */
  async #prepare(): Promise<void> {
    const { auth, realtime } = this.#client;
    if (!(await openSocket(realtime, () => this.#phase !== 'over'))) throw new Error('no connection');
    await auth.getSession();
    await realtime.setAuth();
  }

  #listen(channel: SupabaseChannel): void {
    this.#ears?.set(channel.topic, (event, bytes) => this.#emit({ kind: 'bytes', event, bytes }));
    channel.on('broadcast', { event: '*' }, (message: { event?: unknown; payload?: unknown }) => {
      const event = String(message.event);
      const { payload } = message;
      if (payload instanceof ArrayBuffer)
        this.#emit({ kind: 'bytes', event, bytes: new Uint8Array(payload) });
      else this.#emit({ kind: 'message', event, payload });
    });
    channel.on('system', {}, (message: { status?: unknown; message?: unknown }) => {
      if (message.status === 'error') this.#systemError = String(message.message);
    });
    if (this.#request.presenceKey === undefined) return;
    channel.on('presence', { event: 'sync' }, () => {
      this.#emit({ kind: 'present', keys: Object.keys(channel.presenceState()) });
    });
  }

  #takeStatus(status: string, error: Error | undefined): void {
    if (this.#phase === 'over') return;
    if (status !== 'SUBSCRIBED') return this.#end(this.#systemError ?? error?.message ?? status);
    if (this.#phase === 'joined') return;
    this.#phase = 'joined';
    this.#emit({ kind: 'joined' });
  }

  #end(reason: string): void {
    if (this.#phase === 'over') return;
    this.#phase = 'over';
    this.#remove();
    this.#request.onEvent({ kind: 'closed', reason });
  }

  #emit(event: ChannelEvent): void {
    if (this.#phase === 'joined') this.#request.onEvent(event);
  }

  /** The topic is free again once the server has confirmed the leave, or the request for it has failed. */
  #remove(): void {
    const channel = this.#channel;
    this.#channel = null;
    if (!channel) return;
    this.#ears?.delete(channel.topic);
    const { topic } = this.#request;
    const gone = this.#client.removeChannel(channel).finally(() => this.#topics.delete(topic));
    this.#topics.set(topic, gone);
  }
}
