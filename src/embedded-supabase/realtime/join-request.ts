/** What a client asks for when it joins. Anything that makes no sense is read as its default, as Realtime does. */
import { z } from 'zod';

/** Booleans may come as strings. */
const flag = (fallback: boolean) =>
  z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean().catch(fallback),
  );

const text = z.string().nullish().catch(null);

const replaySchema = z.object({ since: z.number().int(), limit: z.number().int().positive().nullish() });

const joinSchema = z.object({
  config: z
    .object({
      private: flag(false),
      broadcast: z
        .object({ ack: flag(false), self: flag(false), replication_ready: flag(false), replay: z.unknown() })
        .catch({ ack: false, self: false, replication_ready: false, replay: undefined }),
      presence: z.object({ key: text, enabled: flag(true) }).catch({ key: null, enabled: true }),
      postgres_changes: z.array(z.record(z.string(), z.unknown())).catch([]),
    })
    .catch({
      private: false,
      broadcast: { ack: false, self: false, replication_ready: false, replay: undefined },
      presence: { key: null, enabled: true },
      postgres_changes: [],
    }),
  access_token: text,
  user_token: text,
});

export type ReplayRequest =
  | { readonly wanted: false }
  | { readonly wanted: true; readonly valid: false }
  | { readonly wanted: true; readonly valid: true; readonly sinceMs: number; readonly limit: number };

export interface JoinRequest {
  readonly isPrivate: boolean;
  readonly ackBroadcasts: boolean;
  readonly receiveOwn: boolean;
  readonly wantsReplicationReady: boolean;
  readonly replay: ReplayRequest;
  /** Null: the server is to make one up. */
  readonly presenceKey: string | null;
  readonly presenceEnabled: boolean;
  readonly postgresChanges: readonly Readonly<Record<string, unknown>>[];
  /** Null: the token of the socket is to be used. */
  readonly token: string | null;
}

const MAX_REPLAYED = 25;

function readReplay(value: unknown): ReplayRequest {
  if (value === undefined || value === null) return { wanted: false };
  const parsed = replaySchema.safeParse(value);
  if (!parsed.success) return { wanted: true, valid: false };
  const limit = Math.min(parsed.data.limit ?? MAX_REPLAYED, MAX_REPLAYED);
  return { wanted: true, valid: true, sinceMs: parsed.data.since, limit };
}

/** A publishable or secret key is not a token: the socket's stands in for it. */
export function readToken(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_') ? value : null;
}

export function readJoinRequest(payload: unknown): JoinRequest {
  const isObject = typeof payload === 'object' && payload !== null;
  const { config, access_token, user_token } = joinSchema.parse(isObject ? payload : {});
  return {
    isPrivate: config.private,
    ackBroadcasts: config.broadcast.ack,
    receiveOwn: config.broadcast.self,
    wantsReplicationReady: config.broadcast.replication_ready,
    replay: readReplay(config.broadcast.replay),
    presenceKey: config.presence.key === '' ? null : (config.presence.key ?? null),
    presenceEnabled: config.presence.enabled,
    postgresChanges: config.postgres_changes,
    token: readToken(user_token ?? access_token),
  };
}
