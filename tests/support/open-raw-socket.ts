/** A Realtime client without a library, with access to every frame on the wire. */
import { WebSocket } from 'ws';

interface WireMessage {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

/** A binary broadcast of the server (kind 4). */
interface WireBroadcast {
  readonly topic: string;
  readonly event: string;
  readonly meta: string;
  readonly encoding: number;
  readonly payload: Uint8Array;
}

export interface RawSocket {
  readonly messages: WireMessage[];
  readonly broadcasts: WireBroadcast[];
  send(data: string | Uint8Array): void;
  /** `[join_ref, ref, topic, event, payload]`, or the object form for version 1. */
  push(joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown): void;
  join(topic: string, ref: string, config?: object, token?: string): Promise<WireMessage>;
  /** Takes the first message that fits, now or later; throws after `timeoutMs`. */
  next(fits: (message: WireMessage) => boolean, timeoutMs?: number): Promise<WireMessage>;
  nextEvent(event: string, timeoutMs?: number): Promise<WireMessage>;
  nextReply(ref: string, timeoutMs?: number): Promise<WireMessage>;
  nextBroadcast(timeoutMs?: number): Promise<WireBroadcast>;
  /** Resolves when a heartbeat is acknowledged: the server has then handled all earlier messages. */
  settle(timeoutMs?: number): Promise<void>;
  readonly closed: Promise<number>;
  close(): void;
}

export interface RawSocketOptions {
  readonly vsn?: '1.0.0' | '2.0.0';
  readonly apikey: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False looks like a broken connection to the server. */
  readonly autoPong?: boolean;
}

export async function openRawSocket(url: string, options: RawSocketOptions): Promise<RawSocket> {
  const { vsn = '2.0.0', apikey, headers = {}, autoPong = true } = options;
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apikey}&vsn=${vsn}`;
  const socket = new WebSocket(address, { headers, autoPong, perMessageDeflate: false });
  const messages: WireMessage[] = [];
  const broadcasts: WireBroadcast[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) broadcasts.push(decodeBroadcast(data));
    else messages.push(decodeMessage(data.toString()));
    for (const wake of waiting) wake();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });

  async function take<T>(list: T[], fits: (item: T) => boolean, timeoutMs: number): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const index = list.findIndex(fits);
      const [found] = index === -1 ? [] : list.splice(index, 1);
      if (found !== undefined) return found;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0)
        throw new Error(`nothing arrived in time; not taken: ${JSON.stringify([messages, broadcasts])}`);
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, leftMs);
        waiting.add(wake);
      });
    }
  }

  let beats = 0;
  const raw: RawSocket = {
    messages,
    broadcasts,
    closed,
    send: (data) => socket.send(data),
    push: (joinRef, ref, topic, event, payload) => {
      socket.send(
        vsn === '2.0.0'
          ? JSON.stringify([joinRef, ref, topic, event, payload])
          : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef }),
      );
    },
    join: (topic, ref, config = {}, token) => {
      raw.push(ref, ref, topic, 'phx_join', {
        config,
        ...(token === undefined ? {} : { access_token: token }),
      });
      return raw.nextReply(ref);
    },
    next: (fits, timeoutMs = 2_000) => take(messages, fits, timeoutMs),
    nextEvent: (event, timeoutMs) => raw.next((message) => message.event === event, timeoutMs),
    nextReply: (ref, timeoutMs) =>
      raw.next((message) => message.event === 'phx_reply' && message.ref === ref, timeoutMs),
    nextBroadcast: (timeoutMs = 2_000) => take(broadcasts, () => true, timeoutMs),
    settle: async (timeoutMs) => {
      beats += 1;
      const beat = `beat-${beats}`;
      raw.push(null, beat, 'phoenix', 'heartbeat', {});
      await raw.nextReply(beat, timeoutMs);
    },
    close: () => socket.close(),
  };
  return raw;
}

function decodeMessage(text: string): WireMessage {
  const parsed: unknown = JSON.parse(text);
  if (Array.isArray(parsed)) {
    const [joinRef, ref, topic, event, payload] = parsed as [
      string,
      string,
      string,
      string,
      Record<string, unknown>,
    ];
    return { joinRef, ref, topic, event, payload };
  }
  const message = parsed as Omit<WireMessage, 'joinRef'> & { join_ref: string | null };
  const { join_ref: joinRef, ref, topic, event, payload } = message;
  return { joinRef, ref, topic, event, payload };
}

function decodeBroadcast(bytes: Uint8Array): WireBroadcast {
  if (bytes[0] !== 4) throw new Error(`a binary frame of kind ${bytes[0]}`);
  const [, topicBytes = 0, eventBytes = 0, metaBytes = 0, encoding = 0] = bytes;
  const text = (from: number, length: number) =>
    new TextDecoder().decode(bytes.subarray(from, from + length));
  return {
    encoding,
    topic: text(5, topicBytes),
    event: text(5 + topicBytes, eventBytes),
    meta: text(5 + topicBytes + eventBytes, metaBytes),
    payload: new Uint8Array(bytes.subarray(5 + topicBytes + eventBytes + metaBytes)),
  };
}

export interface PushParts {
  readonly joinRef?: string;
  readonly ref?: string;
  readonly topic: string;
  readonly event: string;
  readonly meta?: string;
  readonly encoding?: number;
  readonly payload: Uint8Array;
}

/** A binary broadcast of a client (kind 3). */
export function encodePush(parts: PushParts): Uint8Array {
  const { joinRef = '', ref = '', topic, event, meta = '', encoding = 0, payload } = parts;
  const fields = [joinRef, ref, topic, event, meta].map((field) => Buffer.from(field));
  return Buffer.concat([
    Buffer.from([3, ...fields.map(({ length }) => length), encoding]),
    ...fields,
    payload,
  ]);
}
