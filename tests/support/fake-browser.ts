/** A browser on virtual time whose tabs share a lock and hear each other, and the channels that they have open. */
import {
  PersonalLine,
  type News,
  type PersonalPorts,
  type TabMessage,
} from '../../src/app/data/personal-line.ts';
import type { ChannelEvent, ChannelRequest, OpenChannel } from '../../src/yjs-supabase/src/ports/channel.ts';
import type { TestClock } from './test-clock.ts';

const JOIN_MS = 100;

interface FakeBrowserOptions {
  readonly clock: TestClock;
  /** Whether the server lets a channel join now. */
  readonly joins?: () => boolean;
}

interface FakeTab {
  readonly line: PersonalLine;
  readonly heard: News[];
  readonly states: boolean[];
  /** Ends without notice; its lock and its channel go with it. */
  kill(): void;
}

export interface FakeBrowser {
  openTab(on?: Partial<Pick<PersonalPorts, 'onNews' | 'onJoined'>>): FakeTab;
  count(): { readonly channels: number; readonly opened: number };
  /** On all channels, also on those that were closed. */
  emit(event: ChannelEvent): void;
  /** Closes all channels, as when the server restarts. */
  close(): void;
}

export function openFakeBrowser({ clock, joins = () => true }: FakeBrowserOptions): FakeBrowser {
  const channels = new Set<ChannelRequest>();
  const tabs = new Map<object, (message: TabMessage) => void>();
  const requestLock = openLock(clock);
  const all: ChannelRequest[] = [];

  const closeOne = (request: ChannelRequest): void => {
    if (channels.delete(request)) request.onEvent({ kind: 'closed', reason: 'gone' });
  };
  const openChannel: OpenChannel = (request) => {
    all.push(request);
    channels.add(request);
    clock.startTimer(JOIN_MS, () => {
      if (!channels.has(request)) return;
      if (joins()) request.onEvent({ kind: 'joined' });
      else closeOne(request);
    });
    return {
      send: () => undefined,
      announce: () => undefined,
      close: () => void channels.delete(request),
    };
  };

  return {
    openTab: ({ onNews, onJoined } = {}) => {
      const [heard, states, self]: [News[], boolean[], object] = [[], [], {}];
      const ends: (() => void)[] = [];
      const line = new PersonalLine({
        topic: 'user:jana',
        clock,
        chance: () => 1,
        openChannel: (request) => {
          const channel = openChannel(request);
          ends.push(() => channel.close());
          return channel;
        },
        requestLock: (onHeld) => {
          const giveBack = requestLock(onHeld);
          ends.push(giveBack);
          return giveBack;
        },
        tell: (message) => {
          for (const [other, hear] of tabs) if (other !== self) clock.startTimer(1, () => hear(message));
        },
        onNews: (news) => {
          heard.push(news);
          onNews?.(news);
        },
        onJoined: (isJoined) => {
          states.push(isJoined);
          onJoined?.(isJoined);
        },
      });
      tabs.set(self, (message) => line.hear(message));
      const kill = (): void => {
        tabs.delete(self);
        for (const end of ends) end();
      };
      return { line, heard, states, kill };
    },
    count: () => ({ channels: channels.size, opened: all.length }),
    emit: (event) => {
      for (const { onEvent } of all) onEvent(event);
    },
    close: () => {
      for (const request of channels) closeOne(request);
    },
  };
}

function openLock(clock: TestClock): PersonalPorts['requestLock'] {
  const queue: (() => void)[] = [];
  const grant = (onHeld: (() => void) | undefined): void => {
    if (onHeld) clock.startTimer(0, () => queue[0] === onHeld && onHeld());
  };
  return (ask) => {
    const onHeld = (): void => ask();
    queue.push(onHeld);
    if (queue[0] === onHeld) grant(onHeld);
    return () => {
      const at = queue.indexOf(onHeld);
      if (at >= 0) queue.splice(at, 1);
      if (at === 0) grant(queue[0]);
    };
  };
}
