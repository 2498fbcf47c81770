/** Broadcasts of a client. The usual case (allowed, small enough) needs no promise, query or JSON. */
import { probeWrite } from './authorize.ts';
import { countMessage } from './hub.ts';
import type { JoinedChannel } from './joined-channel.ts';
import { pushedBroadcast, textMessage, type Outgoing } from './outgoing.ts';
import { maxPayloadBytes } from './realtime-config.ts';
import type { PushFrame, TextFrame } from './serializer.ts';

const toOutgoing = (frame: PushFrame | TextFrame): Outgoing =>
  frame.kind === 'push' ? pushedBroadcast(frame) : textMessage(frame.topic, 'broadcast', frame.payload);

const sizeOf = (frame: PushFrame | TextFrame): number =>
  frame.kind === 'push' ? frame.bytes.length - frame.payloadAt : frame.sizeBytes;

/** Forwards a broadcast. One that is not allowed is dropped silently, even if it requests an ack, as in Realtime. */
export function handleBroadcast(
  target: JoinedChannel,
  frame: PushFrame | TextFrame,
): Promise<void> | undefined {
  const mayWrite = target.joined.policies.writeBroadcasts;
  if (mayWrite === null) return checkFirst(target, frame);
  if (mayWrite) send(target, frame);
  return undefined;
}

async function checkFirst(target: JoinedChannel, frame: PushFrame | TextFrame): Promise<void> {
  const { channel, joined } = target;
  const answer = await probeWrite(channel.hub.database, channel.callerOf(joined.claims), 'broadcast');
  if (channel.hasEnded) return;
  if (!answer.ok) {
    channel.hub.log('warning', `write probe of ${channel.topic}: ${answer.detail}`);
    return;
  }
  joined.policies = { ...joined.policies, writeBroadcasts: answer.allowed };
  if (answer.allowed) send(target, frame);
}

function send({ channel, joined }: JoinedChannel, frame: PushFrame | TextFrame): void {
  const { hub, request } = channel;
  if (sizeOf(frame) > maxPayloadBytes(hub.config)) {
    countMessage(hub, 'in');
    if (request.ackBroadcasts) channel.reply(frame.ref, 'error', 'payload_size_exceeded');
    return;
  }
  joined.room.broadcast(toOutgoing(frame), request.receiveOwn ? undefined : channel);
  countMessage(hub, 'in');
  if (channel.hasEnded) return;
  if (request.ackBroadcasts) channel.reply(frame.ref, 'ok', {});
  channel.endIfOverRate();
}
