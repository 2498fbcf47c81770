/**
 * The topic of a user, `user:<id>`: the server says there that something changed, and pages ask again. One tab of a browser has
 * it; the others hear from that tab. A tab that was hidden for a minute gives it to one that is not.
 */
import type { ChannelEvent, Clock, OpenChannel, RealtimeChannel } from '#yjs-supabase';

/** As the events of the topic. */
export const NEWS = ['notifications', 'list'] as const;
export type News = (typeof NEWS)[number];

const LEAVE_AFTER_MS = 60_000;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** Between the tabs of a browser. `isJoined`: the tab that has the topic hears it. `hello`: a tab that does not know that yet. */
export type TabMessage =
  | { readonly kind: 'news'; readonly news: News }
  | { readonly kind: 'joined'; readonly isJoined: boolean }
  | { readonly kind: 'hello' };

export interface PersonalPorts {
  readonly topic: string;
  readonly clock: Clock;
  readonly chance: () => number;
  readonly openChannel: OpenChannel;
  /** Waits for the lock that one tab has. The returned function gives it back, or waits no longer. */
  readonly requestLock: (onHeld: () => void) => () => void;
  /** Reaches the other tabs. */
  readonly tell: (message: TabMessage) => void;
  readonly onNews: (news: News) => void;
  /** Whether this tab hears of changes now, itself or by another tab. */
  readonly onJoined: (isJoined: boolean) => void;
}

export class PersonalLine {
  readonly #ports: PersonalPorts;
  #giveBack: (() => void) | null = null;
  #holds = false;
  #channel: RealtimeChannel | null = null;
  #isJoined = false;
  #tries = 0;
  #stopLeaving: (() => void) | null = null;
  #stopRetry: (() => void) | null = null;

  constructor(ports: PersonalPorts) {
    this.#ports = ports;
    ports.tell({ kind: 'hello' });
  }

  shown(): void {
    this.#stopLeaving?.();
    this.#stopLeaving = null;
    this.#giveBack ??= this.#ports.requestLock(() => this.#held());
  }

  hidden(): void {
    this.#stopLeaving ??= this.#ports.clock.startTimer(LEAVE_AFTER_MS, () => this.leave());
  }

  /** Until it is shown again. */
  leave(): void {
    this.#stopLeaving?.();
    this.#stopLeaving = null;
    this.#stopRetry?.();
    this.#stopRetry = null;
    this.#channel?.close();
    this.#channel = null;
    if (this.#holds) this.#tellJoined(false);
    this.#holds = false;
    this.#giveBack?.();
    this.#giveBack = null;
  }

  hear(message: TabMessage): void {
    if (message.kind === 'news') return this.#ports.onNews(message.news);
    if (message.kind === 'joined') return this.#setJoined(message.isJoined);
    if (this.#holds) this.#ports.tell({ kind: 'joined', isJoined: this.#isJoined });
  }

  #held(): void {
    this.#holds = true;
    this.#tries = 0;
    // The tab that had it may have died joined.
    this.#tellJoined(false);
    this.#join();
  }

  #join(): void {
    const { topic, openChannel } = this.#ports;
    const channel = openChannel({
      topic,
      onEvent: (event) => {
        if (channel === this.#channel) this.#take(event);
      },
    });
    this.#channel = channel;
  }

  #take(event: ChannelEvent): void {
    if (event.kind === 'joined') {
      this.#tries = 0;
      this.#tellJoined(true);
      // Whatever changed before was not heard.
      for (const news of NEWS) this.#tellNews(news);
    }
    if (event.kind === 'message') {
      const news = NEWS.find((one) => one === event.event);
      if (news) this.#tellNews(news);
    }
    if (event.kind === 'closed') this.#retry();
  }

  #retry(): void {
    const { clock, chance } = this.#ports;
    this.#channel = null;
    this.#tellJoined(false);
    const mostMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#tries);
    this.#tries += 1;
    this.#stopRetry = clock.startTimer(mostMs * (0.5 + chance() / 2), () => this.#join());
  }

  #tellNews(news: News): void {
    this.#ports.tell({ kind: 'news', news });
    this.#ports.onNews(news);
  }

  #tellJoined(isJoined: boolean): void {
    this.#ports.tell({ kind: 'joined', isJoined });
    this.#setJoined(isJoined);
  }

  #setJoined(isJoined: boolean): void {
    if (this.#isJoined === isJoined) return;
    this.#isJoined = isJoined;
    this.#ports.onJoined(isJoined);
  }
}
