/**
 * A model of Supabase Realtime as documented and measured: private lanes, and delivery at most once. Rights are checked at the
 * join (reading) and at the first send (writing), and cached until a new token arrives. A closed channel never reopens.
 */
import type { Role } from '#contract/roles.ts';
import type { ChannelEvent, ChannelRequest, RealtimeChannel } from '#yjs-supabase';
import type { Dice } from '../dice.ts';
import type { Schedule } from '../schedule.ts';
import { count, type Counts, type Line, type Weather } from './weather.ts';

/** One page's WebSocket. */
export interface Socket {
  readonly userId: string;
  readonly line: Line;
  /** Runs in the page: at once, when it thaws, or never if it is gone. */
  deliver(run: () => void): void;
}

interface Member {
  readonly socket: Socket;
  readonly request: ChannelRequest;
  readonly epoch: number;
  readonly lane: string;
  phase: 'joining' | 'joined' | 'over';
  /** Its socket swallows everything, both ways. */
  isFrozen: boolean;
  maySend: boolean | null;
  isAnnounced: boolean;
}

export interface Realtime {
  open(socket: Socket, request: ChannelRequest): RealtimeChannel;
  /** A message of the database on a `ctl` lane. */
  announce(epoch: number, event: string, payload: object): void;
  /** Closes every channel, or those of one socket, and notifies the pages. */
  closeAll(reason: string, socket?: Socket): void;
  /** Swallows all messages of the channels that are open now. */
  freeze(socket: Socket): void;
  /** The page has detected that these channels are dead. */
  closeFrozen(socket: Socket): void;
  /** The page behind a socket is gone without notice. */
  forget(socket: Socket): void;
  /** Lanes that a socket has joined, as `epoch:lane`. */
  lanesOf(socket: Socket): readonly string[];
  /** Whether the session of this socket's page is in presence. */
  isAnnounced(socket: Socket): boolean;
  /** A new access token: cached rights are checked again. */
  refresh(socket: Socket): void;
}

export interface RealtimeOptions {
  readonly schedule: Schedule;
  readonly dice: Dice;
  readonly weather: Weather;
  readonly counts: Counts;
  readonly mayUse: (userId: string, epoch: number) => Role | null;
  /** Called with each permitted broadcast of a page. */
  readonly onSend: (bytes: Uint8Array) => void;
}

const SIGNED_VERSION = 4;
const TOPIC = /^doc:[0-9a-f-]{36}:(\d+):(ctl|upd|aw)$/;

export function createRealtime(options: RealtimeOptions): Realtime {
  const { schedule, dice, weather, counts, mayUse } = options;
  const members = new Set<Member>();
  let presenceDue = false;

  const joined = (epoch: number, lane: string): Member[] =>
    [...members].filter((each) => each.phase === 'joined' && each.epoch === epoch && each.lane === lane);

  function tell(member: Member, event: ChannelEvent): void {
    if (member.isFrozen) return count(counts, 'messages swallowed');
    member.socket.deliver(() => {
      if (member.phase !== 'joined' && event.kind !== 'closed') return;
      member.request.onEvent(event);
    });
  }

  function carry(member: Member, event: ChannelEvent): void {
    if (dice.hits(weather.drop)) return count(counts, 'messages dropped');
    const copies = dice.hits(weather.duplicate) ? 2 : 1;
    if (copies > 1) count(counts, 'messages duplicated');
    for (let copy = 0; copy < copies; copy += 1) {
      const isLate = weather.disorderMs > 0 && dice.hits(0.3);
      if (isLate) count(counts, 'messages delayed');
      const extraMs = isLate ? dice.between(0, weather.disorderMs) : 0;
      schedule.after(member.socket.line.latencyMs * dice.between(0.8, 1.2) + extraMs, () => {
        if (member.socket.line.deaf || !member.socket.line.down) return count(counts, 'messages dropped');
        tell(member, event);
      });
    }
  }

  function sayPresence(): void {
    if (presenceDue) return;
    presenceDue = true;
    schedule.after(dice.between(50, 1500), () => {
      presenceDue = false;
      const watching = [...members].filter((each) => each.lane === 'ctl' && each.phase === 'joined');
      for (const member of watching) {
        const keys = watching
          .filter((each) => each.epoch === member.epoch && each.isAnnounced)
          .map((each) => each.request.presenceKey ?? '');
        carry(member, { kind: 'present', keys });
      }
    });
  }

  function end(member: Member): void {
    member.phase = 'over';
    if (members.delete(member) && member.lane === 'ctl') sayPresence();
  }

  function close(member: Member, reason: string): void {
    if (member.phase === 'over') return;
    end(member);
    let isTold = false;
    const notice = () => {
      if (!isTold) member.request.onEvent({ kind: 'closed', reason });
      isTold = true;
    };
    // A disconnected client notices by its missed heartbeats.
    const delayMs = member.socket.line.down ? member.socket.line.latencyMs : dice.between(25_000, 50_000);
    schedule.after(delayMs, () => member.socket.deliver(notice));
  }

  function admit(member: Member): void {
    if (member.phase !== 'joining') return;
    const { line, userId } = member.socket;
    if (!line.up || !line.down || member.isFrozen) return;
    if (line.refuses === 'sockets') return close(member, 'refused');
    const isWelcome = line.tokenValid && mayUse(userId, member.epoch) !== null;
    if (weather.realtimeDown || !isWelcome) return close(member, 'refused');
    member.phase = 'joined';
    schedule.after(line.latencyMs, () => {
      if (!line.down) return;
      tell(member, { kind: 'joined' });
      if (member.lane === 'ctl') sayPresence();
    });
  }

  function send(member: Member, event: string, bytes: Uint8Array): void {
    if (member.phase !== 'joined') return;
    const { line, userId } = member.socket;
    if (!line.up || member.isFrozen || weather.realtimeDown) return count(counts, 'messages dropped');
    const role = mayUse(userId, member.epoch);
    const isAllowed = member.lane === 'aw' ? role !== null : role === 'owner' || role === 'editor';
    member.maySend ??= isAllowed && member.lane !== 'ctl';
    if (!member.maySend) return count(counts, 'messages refused');
    count(counts, bytes[0] === SIGNED_VERSION ? 'signed frames' : 'proven frames');
    const copy = bytes.slice();
    options.onSend(copy);
    for (const peer of joined(member.epoch, member.lane)) {
      if (peer !== member) carry(peer, { kind: 'bytes', event, bytes: copy });
    }
  }

  function announcePresence(member: Member): void {
    if (member.phase !== 'joined' || member.lane !== 'ctl' || !member.socket.line.up || member.isFrozen)
      return;
    member.isAnnounced = true;
    sayPresence();
  }

  function open(socket: Socket, request: ChannelRequest): RealtimeChannel {
    const parts = TOPIC.exec(request.topic);
    if (!parts) throw new Error(`Not a topic: ${request.topic}`);
    const [, epoch, lane = ''] = parts;
    const member: Member = {
      socket,
      request,
      epoch: Number(epoch),
      lane,
      phase: 'joining',
      isFrozen: false,
      maySend: null,
      isAnnounced: false,
    };
    members.add(member);
    schedule.after(socket.line.latencyMs, () => admit(member));
    return {
      send: (event, bytes) => send(member, event, bytes),
      announce: () => announcePresence(member),
      close: () => end(member),
    };
  }

  return {
    open,
    announce: (epoch, event, payload) => {
      if (weather.realtimeDown) return;
      for (const member of joined(epoch, 'ctl')) carry(member, { kind: 'message', event, payload });
    },
    closeAll: (reason, socket) => {
      for (const member of members) if (!socket || member.socket === socket) close(member, reason);
    },
    freeze: (socket) => {
      for (const member of members) if (member.socket === socket) member.isFrozen = true;
    },
    closeFrozen: (socket) => {
      for (const member of members)
        if (member.socket === socket && member.isFrozen) close(member, 'heartbeat');
    },
    forget: (socket) => {
      for (const member of members) if (member.socket === socket) end(member);
    },
    lanesOf: (socket) =>
      [...members]
        .filter((member) => member.socket === socket && member.phase === 'joined')
        .map(({ epoch, lane }) => `${epoch}:${lane}`),
    isAnnounced: (socket) =>
      [...members].some((member) => member.socket === socket && member.lane === 'ctl' && member.isAnnounced),
    refresh: (socket) => {
      for (const member of members) {
        if (member.socket !== socket) continue;
        member.maySend = null;
        if (mayUse(socket.userId, member.epoch) === null) close(member, 'rights changed');
      }
    },
  };
}
