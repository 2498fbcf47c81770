/** Presence on a channel: track, untrack, the state after a join. */
import { z } from 'zod';
import { probeRead, probeWrite } from './authorize.ts';
import type { JoinedChannel } from './joined-channel.ts';
import { countEvents, rateOf, type Hub } from './hub.ts';
import { createCallWindow, type CallWindow } from './limits.ts';
import type { PresenceDiff } from './presence.ts';
import { maxPayloadBytes } from './realtime-config.ts';
import type { Ref, TextFrame } from './serializer.ts';

export const createPresenceAllowance = (hub: Hub): CallWindow =>
  createCallWindow(hub.config.clientPresenceCalls, hub.config.clientPresenceWindowMs);

export function sendPresenceState({ channel, joined }: JoinedChannel): void {
  if (channel.readsPresence) channel.push('presence_state', joined.room.presence.list());
}

const callSchema = z.object({ event: z.string(), payload: z.unknown().optional() });
const trackedSchema = z.record(z.string(), z.unknown());

/** Track or untrack; both are acknowledged. Exceeding a limit ends the channel, as in Realtime. */
export function handlePresence(target: JoinedChannel, frame: TextFrame): Promise<void> | undefined {
  const { channel, joined } = target;
  const { hub } = channel;
  const call = callSchema.safeParse(frame.payload);
  if (!call.success) {
    channel.reply(frame.ref, 'error', {});
    return undefined;
  }
  countEvents(hub, 'presence', 1);
  if (!joined.presenceAllowance.take(hub.clock())) {
    channel.shutDown('Client presence rate limit exceeded');
    return undefined;
  }
  if (rateOf(hub, 'presence') > hub.config.maxPresenceEventsPerSecond) {
    channel.shutDown('Too many presence messages per second');
    return undefined;
  }
  switch (call.data.event.toLowerCase()) {
    case 'track':
      return track(target, frame, call.data.payload ?? {});
    case 'untrack':
      announce(target, joined.room.presence.untrack(channel));
      channel.reply(frame.ref, 'ok', {});
      return undefined;
    default:
      channel.reply(frame.ref, 'error', {});
      return undefined;
  }
}

function announce({ channel, joined }: JoinedChannel, diff: PresenceDiff | null): void {
  if (diff !== null) countEvents(channel.hub, 'presence', joined.room.announce(diff));
}

function track(target: JoinedChannel, frame: TextFrame, payload: unknown): Promise<void> | undefined {
  const { channel, joined } = target;
  const tracked = trackedSchema.safeParse(payload);
  if (!tracked.success) {
    channel.reply(frame.ref, 'error', { reason: 'Presence track payload must be a map' });
    return undefined;
  }
  if (frame.sizeBytes > maxPayloadBytes(channel.hub.config)) {
    channel.shutDown('Track message size exceeded');
    return undefined;
  }
  if (joined.policies.writePresence === null || !joined.presenceEnabled) {
    return checkFirst(target, frame.ref, tracked.data);
  }
  finish(target, frame.ref, tracked.data);
  return undefined;
}

/** On the first track: checks the write policy, and the read policy too if the join did not include presence. */
async function checkFirst(target: JoinedChannel, ref: Ref, payload: Record<string, unknown>): Promise<void> {
  const { channel, joined } = target;
  if (joined.policies.writePresence === null) await checkWrite(target);
  if (joined.policies.readPresence === null) await checkRead(target);
  if (channel.hasEnded) return;
  if (joined.policies.writePresence === true && !joined.presenceEnabled) {
    joined.presenceEnabled = true;
    sendPresenceState(target);
  }
  finish(target, ref, payload);
}

async function checkWrite({ channel, joined }: JoinedChannel): Promise<void> {
  const answer = await probeWrite(channel.hub.database, channel.callerOf(joined.claims), 'presence');
  if (answer.ok) joined.policies = { ...joined.policies, writePresence: answer.allowed };
  else channel.hub.log('warning', `presence write probe of ${channel.topic}: ${answer.detail}`);
}

async function checkRead({ channel, joined }: JoinedChannel): Promise<void> {
  const answer = await probeRead(channel.hub.database, channel.callerOf(joined.claims), ['presence']);
  if (answer.ok) joined.policies = { ...joined.policies, readPresence: answer.readable.has('presence') };
  else channel.hub.log('warning', `presence read probe of ${channel.topic}: ${answer.detail}`);
}

function finish(target: JoinedChannel, ref: Ref, payload: Record<string, unknown>): void {
  const { channel, joined } = target;
  if (joined.policies.writePresence !== true) {
    channel.reply(ref, 'error', {});
    return;
  }
  announce(
    target,
    joined.room.presence.track(channel, joined.presenceKey, payload, channel.hub.random.uuid()),
  );
  channel.reply(ref, 'ok', {});
}
