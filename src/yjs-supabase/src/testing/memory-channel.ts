/**
 * Channels inside one process, for tests and simulators. Messages wait in a queue until `deliver` is called, and may be
 * dropped, duplicated or reordered on the way.
 */
import type { ChannelEvent, ChannelRequest, OpenChannel, RealtimeChannel } from '../ports/channel.ts';

/** A message in the queue, with its receiver. */
interface Delivery {
  readonly to: Member;
  readonly event: ChannelEvent;
  /** Only broadcasts can be lost; replies to joins cannot. */
  readonly isBroadcast: boolean;
}

interface Member {
  readonly request: ChannelRequest;
  phase: 'joining' | 'joined' | 'over';
  isAnnounced: boolean;
}

export interface Faults {
  /** A number in [0, 1) for each decision. */
  readonly chance: () => number;
  readonly drop: number;
  readonly duplicate: number;
  readonly reorder: number;
}

export interface MemoryRealtime {
  /** Opens channels with the given rights; `mayJoin` and `maySend` may refuse topics. */
  opener(rights?: {
    mayJoin?: (topic: string) => boolean;
    maySend?: (topic: string) => boolean;
  }): OpenChannel;
  /** Sends a message as the server. */
  announce(topic: string, event: string, payload: unknown): void;
  /** Closes every channel of the matching topics, as a server does. */
  closeAll(reason: string, matches?: (topic: string) => boolean): void;
  /** While down, every join is refused. */
  setDown(isDown: boolean): void;
  /** Delivers the queue as it is now, with faults if given. False if it was empty. */
  deliver(faults?: Faults): boolean;
  /** Delivers until the queue is empty. */
  settle(): void;
}

export function openMemoryRealtime(): MemoryRealtime {
  const members = new Set<Member>();
  let waiting: Delivery[] = [];
  let isDown = false;

  const post = (to: Member, event: ChannelEvent, isBroadcast = false) =>
    waiting.push({ to, event, isBroadcast });
  const joinedTo = (topic: string) =>
    [...members].filter((member) => member.phase === 'joined' && member.request.topic === topic);

  function presenceOf(watching: readonly Member[]): ChannelEvent {
    const announced = watching.filter(({ isAnnounced }) => isAnnounced);
    return { kind: 'present', keys: announced.map(({ request }) => request.presenceKey ?? '') };
  }

  function announcePresence(topic: string): void {
    const watching = joinedTo(topic).filter((member) => member.request.presenceKey !== undefined);
    for (const member of watching) post(member, presenceOf(watching));
  }

  function end(member: Member): void {
    const { topic } = member.request;
    member.phase = 'over';
    members.delete(member);
    announcePresence(topic);
  }

  function open(request: ChannelRequest, mayJoin: boolean, maySend: boolean): RealtimeChannel {
    const member: Member = { request, phase: 'joining', isAnnounced: false };
    members.add(member);
    post(member, isDown || !mayJoin ? { kind: 'closed', reason: 'refused' } : { kind: 'joined' });
    return {
      send: (event, bytes) => {
        if (member.phase !== 'joined' || !maySend) return;
        for (const peer of joinedTo(request.topic)) {
          if (peer !== member) post(peer, { kind: 'bytes', event, bytes: bytes.slice() }, true);
        }
      },
      announce: () => {
        if (member.phase !== 'joined' || member.isAnnounced) return;
        member.isAnnounced = true;
        if (request.presenceKey !== undefined) announcePresence(request.topic);
      },
      close: () => {
        if (member.phase !== 'over') end(member);
      },
    };
  }

  function handOver({ to, event }: Delivery): void {
    if (to.phase === 'over') return;
    if (event.kind === 'joined') {
      to.phase = 'joined';
      const watching = joinedTo(to.request.topic);
      if (to.request.presenceKey !== undefined) post(to, presenceOf(watching));
    } else if (to.phase !== 'joined' && event.kind !== 'closed') return;
    if (event.kind === 'closed') end(to);
    to.request.onEvent(event);
  }

  function deliver(faults?: Faults): boolean {
    const deliveries = faults ? disturb(waiting, faults) : waiting;
    const hadMessages = waiting.length > 0;
    waiting = [];
    for (const delivery of deliveries) handOver(delivery);
    return hadMessages;
  }

  return {
    opener:
      ({ mayJoin = () => true, maySend = () => true } = {}) =>
      (request) =>
        open(request, mayJoin(request.topic), maySend(request.topic)),
    announce: (topic, event, payload) => {
      for (const member of joinedTo(topic)) post(member, { kind: 'message', event, payload }, true);
    },
    closeAll: (reason, matches = () => true) => {
      for (const member of members)
        if (matches(member.request.topic)) post(member, { kind: 'closed', reason });
    },
    setDown: (down) => {
      isDown = down;
    },
    deliver,
    settle: () => {
      while (deliver());
    },
  };
}

function disturb(deliveries: readonly Delivery[], faults: Faults): Delivery[] {
  const result: Delivery[] = [];
  for (const delivery of deliveries) {
    if (delivery.isBroadcast && faults.chance() < faults.drop) continue;
    result.push(delivery);
    if (delivery.isBroadcast && faults.chance() < faults.duplicate) result.push(delivery);
  }
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(faults.chance() * (at + 1));
    const [a, b] = [result[at], result[other]];
    if (!a?.isBroadcast || !b?.isBroadcast || faults.chance() >= faults.reorder) continue;
    [result[at], result[other]] = [b, a];
  }
  return result;
}
