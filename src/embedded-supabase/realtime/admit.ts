/**
 * Whether a client may join a channel: Realtime's checks, in Realtime's order (realtime_channel.ex, join/3), with its
 * messages.
 */
import type { Claims } from '../keys/tokens.ts';
import { probeRead, type Caller, type Extension } from './authorize.ts';
import { checkToken } from './check-token.ts';
import { countEvents, rateOf, type Hub } from './hub.ts';
import type { JoinRequest } from './join-request.ts';
import { hasSessionEnded } from './watch-sessions.ts';
import { readReplay, type StoredMessage } from './messages.ts';

/** The caller's rights on a channel; null means not checked yet. */
export interface Policies {
  readonly readBroadcasts: boolean;
  readonly readPresence: boolean | null;
  readonly writeBroadcasts: boolean | null;
  readonly writePresence: boolean | null;
}

const EVERYTHING_ALLOWED: Policies = {
  readBroadcasts: true,
  readPresence: true,
  writeBroadcasts: true,
  writePresence: true,
};

type RefusalCode =
  | 'TopicNameRequired'
  | 'Unauthorized'
  | 'InvalidJWTToken'
  | 'MalformedJWT'
  | 'JwtSignatureError'
  | 'PrivateOnly'
  | 'ChannelRateLimitReached'
  | 'ConnectionRateLimitReached'
  | 'ClientJoinRateLimitReached'
  | 'RealtimeDisabledForConfiguration'
  | 'UnableToReplayMessages'
  | 'UnableToConnectToProject'
  | 'RealtimeRestarting';

export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly message: string;
}

export interface Admission {
  readonly ok: true;
  readonly token: string;
  readonly claims: Claims;
  readonly expiresAtMs: number;
  readonly policies: Policies;
  readonly replayed: readonly StoredMessage[];
}

export interface JoinAttempt {
  /** Without the `realtime:` prefix. */
  readonly topic: string;
  readonly request: JoinRequest;
  /** The socket's token, used when the join has none. */
  readonly socketToken: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Channels of the socket, including this one. */
  readonly channels: number;
}

const refuse = (code: RefusalCode, message: string): Refusal => ({ ok: false, code, message });

export const unreadable = (topic: string): string =>
  `You do not have permissions to read from this Channel topic: ${topic}`;

function checkLimits(hub: Hub, { request, topic, channels }: JoinAttempt): Refusal | null {
  const { config } = hub;
  if (hub.isClosing) return refuse('RealtimeRestarting', 'Realtime is restarting, please standby');
  if (topic === '') return refuse('TopicNameRequired', 'You must provide a topic name');
  if (config.privateOnly && !request.isPrivate) {
    return refuse('PrivateOnly', 'This project only allows private channels');
  }
  if (hub.users.size >= config.maxConnections) {
    return refuse('ConnectionRateLimitReached', 'Too many connected users');
  }
  countEvents(hub, 'joins', 1);
  if (rateOf(hub, 'joins') >= config.maxJoinsPerSecond) {
    return refuse('ClientJoinRateLimitReached', 'Too many joins per second');
  }
  return channels > config.maxChannelsPerSocket
    ? refuse('ChannelRateLimitReached', 'Too many channels')
    : null;
}

/** Checks the read policies of a private channel; presence only if the client wants it. */
export async function readPolicies(
  hub: Hub,
  caller: Caller,
  wantsPresence: boolean,
): Promise<Policies | Refusal> {
  const extensions: Extension[] = wantsPresence ? ['broadcast', 'presence'] : ['broadcast'];
  const answer = await probeRead(hub.database, caller, extensions);
  if (!answer.ok) {
    hub.log('warning', `read probe of ${caller.topic}: ${answer.detail}`);
    return answer.reason === 'policy'
      ? refuse('Unauthorized', unreadable(caller.topic))
      : refuse('UnableToConnectToProject', 'Realtime was unable to connect to the project database');
  }
  if (answer.readable.size === 0) return refuse('Unauthorized', unreadable(caller.topic));
  return {
    readBroadcasts: answer.readable.has('broadcast'),
    readPresence: wantsPresence ? answer.readable.has('presence') : null,
    writeBroadcasts: null,
    writePresence: null,
  };
}

/**
 * `postgres_changes` is not imitated. For a table without changes, Realtime admits the client and sends a message that
 * supabase-js ignores. Here the join is refused with that text, so that the callback of `subscribe` receives it.
 */
function refuseChanges({ request }: JoinAttempt): Refusal | null {
  const [change] = request.postgresChanges;
  if (change === undefined) return null;
  const wanted = Object.entries(change).map(([name, value]) => `${name}: ${String(value).slice(0, 100)}`);
  return refuse(
    'RealtimeDisabledForConfiguration',
    'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect ' +
      `parameters: [${wanted.join(', ')}]. The embedded Supabase does not imitate postgres_changes.`,
  );
}

async function findReplay(
  hub: Hub,
  { topic, request }: JoinAttempt,
  policies: Policies,
): Promise<readonly StoredMessage[] | Refusal> {
  const { replay } = request;
  if (!replay.wanted) return [];
  if (!request.isPrivate) {
    return refuse('UnableToReplayMessages', 'Replay is not allowed for public channels');
  }
  if (!policies.readBroadcasts) return refuse('Unauthorized', unreadable(topic));
  if (!replay.valid) return refuse('UnableToReplayMessages', 'Replay params are not valid');
  try {
    return await readReplay(hub.database, topic, replay.sinceMs, replay.limit);
  } catch (error) {
    hub.log('error', `replay of ${topic}: ${String(error)}`);
    return refuse('UnableToReplayMessages', 'Realtime was unable to replay messages');
  }
}

export async function admit(hub: Hub, attempt: JoinAttempt): Promise<Admission | Refusal> {
  const { topic, request, headers, socketToken } = attempt;
  const limit = checkLimits(hub, attempt);
  if (limit !== null) return limit;

  const token = request.token ?? socketToken;
  const checked = await checkToken(hub.tokens, token);
  if (!checked.ok) return refuse(checked.code, checked.message);
  const { claims, expiresAtMs } = checked;
  if (await hasSessionEnded(hub, claims)) return refuse('Unauthorized', unreadable(topic));

  const policies = request.isPrivate
    ? await readPolicies(hub, { topic, claims, headers }, request.presenceEnabled)
    : EVERYTHING_ALLOWED;
  if ('ok' in policies) return policies;

  const changes = refuseChanges(attempt);
  if (changes !== null) return changes;

  const replayed = await findReplay(hub, attempt, policies);
  if ('ok' in replayed) return replayed;
  return { ok: true, token, claims, expiresAtMs, policies, replayed };
}
