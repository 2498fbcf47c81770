/** Settings of Realtime: Supabase's documented limits, and delays that tests shorten. */
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
  /** Limit for one message's payload. Supabase counts kB of 1,000 bytes and allows 500 bytes more. */
  maxPayloadKb: count(3_000),
  maxFrameBytes: count(5_000_000),
  /** Track and untrack calls of one client on one channel. */
  clientPresenceCalls: count(5),
  clientPresenceWindowMs: durationMs(30_000),
  /** A socket that sends nothing for this long is closed. */
  silenceMs: durationMs(60_000),
  /** The interval between pings. They count towards no limit. */
  pingMs: durationMs(4_000),
  /** A socket that has left this many consecutive pings unanswered is closed instead of being pinged again. */
  maxUnansweredPings: count(2),
  /** Delay of the reply to a refused join. */
  refusedJoinDelayMs: durationMs(5_000),
  /** Delay of the reply to a refused connection. */
  refusedConnectionDelayMs: durationMs(2_000),
  /** The longest time between two checks of a token. */
  tokenCheckMs: durationMs(300_000),
  /** The time between two checks of the sign-in sessions with open channels. */
  sessionCheckMs: durationMs(2_000),
  /** A socket with more unsent bytes than this is too slow and is closed. */
  maxBufferedBytes: count(16_000_000),
  /** Frames of one channel that may wait for the database (a join, a first send); further ones are dropped. */
  maxWaitingFrames: count(256),
  /** Rows of realtime.messages older than this are deleted. */
  messageRetentionMs: durationMs(72 * 3_600_000),
  cleanupEveryMs: durationMs(3_600_000),
});

export type RealtimeConfig = z.output<typeof realtimeConfigSchema>;
export type RealtimeSettings = z.input<typeof realtimeConfigSchema>;

/** Limits of a hosted project on the free plan (supabase.com/docs/guides/realtime/limits, 2026). */
export const FREE_PLAN: RealtimeSettings = {
  maxConnections: 200,
  maxMessagesPerSecond: 100,
  maxJoinsPerSecond: 100,
  maxChannelsPerSocket: 100,
  maxPresenceEventsPerSecond: 20,
  maxPayloadKb: 256,
};

/** Applies the defaults; throws a ZodError for an invalid setting. */
export function readRealtimeConfig(settings: RealtimeSettings = {}): RealtimeConfig {
  return realtimeConfigSchema.parse(settings);
}

/** The largest payload in bytes: Supabase compares the encoded size with kB times 1,000 plus 500. */
export function maxPayloadBytes(config: RealtimeConfig): number {
  return config.maxPayloadKb * 1_000 + 500;
}
