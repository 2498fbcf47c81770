/** Settings of Realtime: the documented limits of Supabase, and the waits that tests want shorter. */
import { z } from 'zod';

const count = (fallback: number) => z.number().int().positive().default(fallback);
const durationMs = (fallback: number) => z.number().int().nonnegative().default(fallback);

export const realtimeConfigSchema = z.object({
  /** Refuse public channels ("Allow public access" switched off). */
  privateOnly: z.boolean().default(false),
  /** Sockets that have joined at least one channel. */
  maxConnections: count(10_000),
  /** Sends plus deliveries of the whole project, averaged over up to a minute. */
  maxMessagesPerSecond: count(100_000),
  maxJoinsPerSecond: count(1_000),
  maxChannelsPerSocket: count(100),
  /** Track and untrack calls plus presence deliveries of the whole project. */
  maxPresenceEventsPerSecond: count(10_000),
  /** REST broadcast requests. */
  maxRequestsPerSecond: count(1_000),
  /** Payload of one message; Supabase counts in kB of 1,000 bytes and allows 500 bytes more. */
  maxPayloadKb: count(3_000),
  maxFrameBytes: count(5_000_000),
  /** Track and untrack calls of one client on one channel. */
  clientPresenceCalls: count(5),
  clientPresenceWindowMs: durationMs(30_000),
  /** A socket that has not said anything for so long is closed. */
  silenceMs: durationMs(60_000),
  /** A ping goes out this often. It is no message: nothing is counted. */
  pingMs: durationMs(4_000),
  /** A socket that answers none of so many pings in a row is dead, and closed at the next one. */
  maxUnansweredPings: count(2),
  /** How long a refused join waits for its answer. */
  refusedJoinDelayMs: durationMs(5_000),
  /** How long a refused connection waits for its answer. */
  refusedConnectionDelayMs: durationMs(2_000),
  /** Tokens are looked at again at least this often. */
  tokenCheckMs: durationMs(300_000),
  /** A socket whose unsent bytes exceed this does not keep up and is closed. */
  maxBufferedBytes: count(16_000_000),
  /** Frames a channel may have waiting for the database (a join, a first send) before further ones are dropped. */
  maxWaitingFrames: count(256),
  /** Rows of realtime.messages older than this are deleted. */
  messageRetentionMs: durationMs(72 * 3_600_000),
  cleanupEveryMs: durationMs(3_600_000),
});

export type RealtimeConfig = z.output<typeof realtimeConfigSchema>;
export type RealtimeSettings = z.input<typeof realtimeConfigSchema>;

/** What a hosted project on the free plan allows (supabase.com/docs/guides/realtime/limits, 2026). */
export const FREE_PLAN: RealtimeSettings = {
  maxConnections: 200,
  maxMessagesPerSecond: 100,
  maxJoinsPerSecond: 100,
  maxChannelsPerSocket: 100,
  maxPresenceEventsPerSecond: 20,
  maxPayloadKb: 256,
};

/** Fills in what is not set; throws a ZodError where a setting makes no sense. */
export function readRealtimeConfig(settings: RealtimeSettings = {}): RealtimeConfig {
  return realtimeConfigSchema.parse(settings);
}

/** The largest payload in bytes: Supabase compares the encoded size with kB times 1,000 plus 500. */
export function maxPayloadBytes(config: RealtimeConfig): number {
  return config.maxPayloadKb * 1_000 + 500;
}
