/**
 * One live channel: at most once, in no promised order, no memory. A port: `supabase-channel.ts` and
 * `memory-channel.ts` implement it, and `tests/contracts/channel-contract.ts` holds both to it.
 *
 * For implementers:
 * - Opening starts joining. `joined` is said at most once, `closed` at most once, and after `closed` nothing at all.
 *   A closed channel is never revived; the provider opens a new one.
 * - After `close()` nothing is said any more, not even `closed`. `close()` may be called twice.
 * - Events are said asynchronously: never before `openChannel` has returned, never from inside `send`.
 * - `send` before `joined` or after the end does nothing (it must not take another road). It never throws.
 * - Bytes arrive as they were sent; a sender does not hear itself. Bytes are copied: the caller may reuse its buffer.
 * - With a `presenceKey` the channel says `present` with all announced keys after joining and after every change; its own is
 *   among them after `announce`. Without one it says nothing of the kind, and `announce` does nothing.
 * - A `message` is a JSON payload that the server sent.
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
