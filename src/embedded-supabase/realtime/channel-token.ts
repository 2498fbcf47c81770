/** A channel's token: renewed by its client and rechecked by a timer. A bad token ends the channel. */
import { readPolicies, unreadable, type Policies } from './admit.ts';
import type { JoinedChannel } from './joined-channel.ts';
import { checkToken } from './check-token.ts';
import { readToken } from './join-request.ts';

/** Delay until the next check of a token that was still valid at its expiry time. */
const RECHECK_MS = 1_000;

/** Rechecks the token when it expires, and at least every `tokenCheckMs`. */
export function watchExpiry(target: JoinedChannel, expiresAtMs: number, soonestMs = 0): void {
  const { channel, joined } = target;
  const { hub } = channel;
  joined.stopExpiry();
  const untilExpiryMs = Math.max(expiresAtMs - hub.clock(), soonestMs);
  joined.stopExpiry = hub.startTimer(Math.min(untilExpiryMs, hub.config.tokenCheckMs), () => {
    recheck(target).catch((error: unknown) => {
      hub.log('error', `${channel.topic}: token check: ${String(error)}`);
      channel.shutDown('Failed to validate JWT signature');
    });
  });
}

async function recheck(target: JoinedChannel): Promise<void> {
  const { channel, joined } = target;
  const { token } = joined;
  const checked = await checkToken(channel.hub.tokens, token);
  if (channel.hasEnded || joined.token !== token) return;
  if (checked.ok) watchExpiry(target, checked.expiresAtMs, RECHECK_MS);
  else channel.shutDown(checked.message);
}

/** Realtime's message when the new token loses a read right of the old one; null when nothing is lost. */
function findLoss(topic: string, before: Policies, after: Policies): string | null {
  const lostBroadcasts = before.readBroadcasts && !after.readBroadcasts;
  const lostPresence = before.readPresence === true && after.readPresence === false;
  return lostBroadcasts || lostPresence
    ? `You no longer have permission to read from this Channel topic: ${topic}`
    : null;
}

/** Takes a new token, without an answer. A bad one, or one that may no longer read, ends the channel. */
export function handleAccessToken(target: JoinedChannel, payload: unknown): Promise<void> | undefined {
  const given = typeof payload === 'object' && payload !== null && 'access_token' in payload ? payload : null;
  const token = readToken(given?.access_token);
  if (token === null || token === target.joined.token) return undefined;
  return renew(target, token);
}

async function renew(target: JoinedChannel, token: string): Promise<void> {
  const { channel, joined } = target;
  const checked = await checkToken(channel.hub.tokens, token);
  if (channel.hasEnded) return;
  if (!checked.ok) {
    channel.shutDown(checked.message);
    return;
  }
  if (channel.request.isPrivate) {
    const caller = channel.callerOf(checked.claims);
    const policies = await readPolicies(channel.hub, caller, joined.presenceEnabled);
    if (channel.hasEnded) return;
    if ('ok' in policies) {
      channel.shutDown(policies.code === 'Unauthorized' ? unreadable(channel.name) : policies.message);
      return;
    }
    const loss = findLoss(channel.name, joined.policies, policies);
    if (loss !== null) {
      channel.shutDown(loss);
      return;
    }
    joined.policies = policies;
  }
  joined.token = token;
  joined.claims = checked.claims;
  watchExpiry(target, checked.expiresAtMs);
}
