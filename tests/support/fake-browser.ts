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
}

export interface FakeBrowser {
  openTab(on?: Partial<Pick<PersonalPorts, 'onNews' | 'onJoined'>>): FakeTab;
  count(): { readonly channels: number; readonly opened: number };
  emit(event: ChannelEvent): void;
  /** Closes all channels, as when the server restarts. */
  close(): void;
}

export function openFakeBrowser({ clock, joins = () => true }: FakeBrowserOptions): FakeBrowser {
  const channels = new Set<ChannelRequest>();
  const tabs = new Map<object, (message: TabMessage) => void>();
  const requestLock = openLock(clock);
  let opened = 0;

  const closeOne = (request: ChannelRequest): void => {
    if (channels.delete(request)) request.onEvent({ kind: 'closed', reason: 'gone' });
  };
  const openChannel: OpenChannel = (request) => {
    opened += 1;
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
      const line = new PersonalLine({
        topic: 'user:jana',
        clock,
        chance: () => 1,
        openChannel,
        requestLock,
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
      return { line, heard, states };
    },
    count: () => ({ channels: channels.size, opened }),
    emit: (event) => {
      for (const { onEvent } of channels) onEvent(event);
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
