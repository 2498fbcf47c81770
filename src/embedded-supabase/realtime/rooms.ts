/**
 * Rooms: the members that have joined one topic. A public and a private topic of the same name are two separate rooms.
 */
import { textMessage, type Outgoing } from './outgoing.ts';
import { createPresence, type Presence, type PresenceDiff } from './presence.ts';
import type { Vsn } from './serializer.ts';

/** A joined channel, as its room sees it. */
export interface Member {
  readonly vsn: Vsn;
  readonly readsBroadcasts: boolean;
  readonly readsPresence: boolean;
  /** Whether the member has already received the message as a replay. */
  hasReplayed(messageId: string): boolean;
  deliver(frame: string | Uint8Array): void;
  /** Called after `deliver` for a broadcast, which counts towards the message rate. */
  delivered(): void;
}

export interface Room {
  /** The topic without its `realtime:` prefix. */
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly presence: Presence<Member>;
  join(member: Member): void;
  /** Also announces the member's leave to the others. A room without members is closed. */
  leave(member: Member): void;
  broadcast(message: Outgoing, except?: Member): void;
  /** Returns the number of members that received the diff. */
  announce(diff: PresenceDiff): number;
}

export interface Rooms {
  open(topic: string, isPrivate: boolean): Room;
  find(topic: string, isPrivate: boolean): Room | undefined;
}

export const TOPIC_PREFIX = 'realtime:';

function createRoom(topic: string, isPrivate: boolean, onEmpty: () => void): Room {
  const members = new Set<Member>();
  const presence = createPresence<Member>();

  function announce(diff: PresenceDiff): number {
    const message = textMessage(TOPIC_PREFIX + topic, 'presence_diff', diff);
    let receivers = 0;
    for (const member of members) {
      const frame = member.readsPresence ? message.frameFor(member.vsn) : null;
      if (frame === null) continue;
      member.deliver(frame);
      receivers += 1;
    }
    return receivers;
  }

  return {
    topic,
    isPrivate,
    presence,
    announce,
    join(member) {
      members.add(member);
    },
    leave(member) {
      members.delete(member);
      const diff = presence.untrack(member);
      if (diff !== null) announce(diff);
      if (members.size === 0) onEmpty();
    },
    broadcast(message, except) {
      for (const member of members) {
        if (member === except || !member.readsBroadcasts) continue;
        if (message.id !== null && member.hasReplayed(message.id)) continue;
        const frame = message.frameFor(member.vsn);
        if (frame === null) continue;
        member.deliver(frame);
        member.delivered();
      }
    },
  };
}

export function createRooms(): Rooms {
  const publicRooms = new Map<string, Room>();
  const privateRooms = new Map<string, Room>();
  const of = (isPrivate: boolean) => (isPrivate ? privateRooms : publicRooms);
  return {
    find: (topic, isPrivate) => of(isPrivate).get(topic),
    open(topic, isPrivate) {
      const rooms = of(isPrivate);
      const known = rooms.get(topic);
      if (known !== undefined) return known;
      const room = createRoom(topic, isPrivate, () => {
        if (rooms.get(topic) === room) rooms.delete(topic);
      });
      rooms.set(topic, room);
      return room;
    },
  };
}
