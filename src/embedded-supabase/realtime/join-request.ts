/** The payload of a client's join. Invalid values are replaced by their defaults, as in Realtime. */
import { z } from 'zod';

/** An invalid or missing value becomes the fallback. */
const lenient = <Schema extends z.ZodType>(schema: Schema, fallback: z.output<Schema> & z.input<Schema>) =>
  schema.catch(fallback).prefault(fallback);

/** Booleans may come as strings. */
const flag = (fallback: boolean) =>
  lenient(z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]), fallback);

const text = lenient(z.string().nullable(), null);

const replaySchema = z.object({ since: z.number().int(), limit: z.number().int().positive().nullish() });

const broadcastSchema = z.object({
  ack: flag(false),
  self: flag(false),
  replication_ready: flag(false),
  replay: z.unknown().optional(),
});
const presenceSchema = z.object({ key: text, enabled: flag(true) });

const configSchema = z.object({
  private: flag(false),
  broadcast: broadcastSchema.catch(() => broadcastSchema.parse({})).prefault({}),
  presence: presenceSchema.catch(() => presenceSchema.parse({})).prefault({}),
  postgres_changes: lenient(z.array(z.record(z.string(), z.unknown())), []),
});

const payloadSchema = z.object({
  config: configSchema.catch(() => configSchema.parse({})).prefault({}),
  access_token: text,
  user_token: text,
});

const joinSchema = payloadSchema.catch(() => payloadSchema.parse({}));

type ReplayRequest =
  | { readonly wanted: false }
  | { readonly wanted: true; readonly valid: false }
  | { readonly wanted: true; readonly valid: true; readonly sinceMs: number; readonly limit: number };

export interface JoinRequest {
  readonly isPrivate: boolean;
  readonly ackBroadcasts: boolean;
  readonly receiveOwn: boolean;
  readonly wantsReplicationReady: boolean;
  readonly replay: ReplayRequest;
  /** Null: the server generates one. */
  readonly presenceKey: string | null;
  readonly presenceEnabled: boolean;
  readonly postgresChanges: readonly Readonly<Record<string, unknown>>[];
  /** Null: the socket's token is used. */
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

/** A publishable or secret key is not a token: the socket's token is used instead. */
export function readToken(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.startsWith('sb_') ? value : null;
}

export function readJoinRequest(payload: unknown): JoinRequest {
  const { config, access_token, user_token } = joinSchema.parse(payload);
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
