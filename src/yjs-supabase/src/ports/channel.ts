/**
 * One live channel: delivery at most once, in no guaranteed order, without history. A port: `supabase/channel.ts` and
 * `memory-channel.ts` implement it, and `src/yjs-supabase/src/testing/contracts.ts` tests both.
 *
 * For implementers:
 * - Opening starts joining. `joined` is emitted at most once, `closed` at most once, and nothing after `closed`.
 *   A closed channel is never revived; the provider opens a new one.
 * - After `close()` nothing is emitted, not even `closed`. `close()` is idempotent.
 * - Events are emitted asynchronously: never before `openChannel` has returned, never from inside `send`.
 * - `send` before `joined` or after the end is a no-op (it must not use another transport). It never throws.
 * - Bytes arrive as they were sent, but not at their sender. They are copied: the caller may reuse its buffer.
 * - With a `presenceKey` the channel emits `present` with all announced keys after joining and after every change; its own
 *   key is among them after `announce`. Without one it never emits `present`, and `announce` is a no-op.
 * - A `message` is a JSON payload sent by the server.
 */

export type ChannelEvent =
  | { readonly kind: 'joined' }
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'bytes'; readonly event: string; readonly bytes: Uint8Array }
  | { readonly kind: 'message'; readonly event: string; readonly payload: unknown }
  | { readonly kind: 'present'; readonly keys: readonly string[] };

export interface ChannelRequest {
  readonly topic: string;
  readonly presenceKey?: string;
  readonly onEvent: (event: ChannelEvent) => void;
}

export interface RealtimeChannel {
  send(event: string, bytes: Uint8Array): void;
  announce(): void;
  close(): void;
}

export type OpenChannel = (request: ChannelRequest) => RealtimeChannel;
