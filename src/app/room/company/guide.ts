/**
 * Following another user through the text. The follower's page sends a request every few seconds. While requests arrive, the
 * leader's page sends its scroll position. Without followers it sends nothing. Either side can end it.
 */
import * as z from 'zod/mini';
import {
  placeSchema,
  readNotice,
  writeNotice,
  type NoticeHost,
  type NoticeSender,
  type TextPlace,
} from './notices.ts';

const messageSchema = z.union([
  z.object({ follow: z.boolean() }),
  z.object({ view: placeSchema }),
  /** Sent to a follower: ends following. `private`: this person wants no followers. */
  z.object({ stop: z.literal(true), private: z.optional(z.boolean()) }),
]);
type Message = z.output<typeof messageSchema>;

export interface GuideState {
  /** The person that the user follows. `away`: the user has moved on their own; `gone`: the leader is no longer here. */
  readonly leader: { readonly userId: string; readonly phase: 'with' | 'away' | 'gone' } | null;
  /** Users who follow this one. */
  readonly followers: readonly string[];
}

/** Why following ended, or did not begin. */
export type GuideEnd = 'stopped' | 'loop' | 'private';

const ASK_EVERY_MS = 8000;
const FORGET_AFTER_MS = 20_000;
/** After the leader has ended following, a request that was in flight must not start it again. */
const REFUSE_MS = 10_000;

export class Guide {
  readonly #host: NoticeHost;
  readonly #listeners = new Set<() => void>();
  #onView: (place: TextPlace) => void = () => undefined;
  #onEnd: (reason: GuideEnd, userId: string) => void = () => undefined;
  /** Followers by session, with the time at which each expires. */
  readonly #followers = new Map<string, { readonly userId: string; readonly untilMs: number }>();
  /** Sessions, until then. */
  readonly #refused = new Map<string, number>();
  /** People who have ended this user's following, until then. */
  readonly #refusedBy = new Map<string, number>();
  #state: GuideState = { leader: null, followers: [] };
  #askedAtMs = 0;
  #ownView: TextPlace | null = null;
  #isOpen = true;

  constructor(host: NoticeHost) {
    this.#host = host;
  }

  readonly state = (): GuideState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Receives the scroll position of the leader's window. */
  takeViews(onView: (place: TextPlace) => void): void {
    this.#onView = onView;
  }

  /** Called with the reason when following cannot begin, or the leader ends it. */
  takeEnd(onEnd: (reason: GuideEnd, userId: string) => void): void {
    this.#onEnd = onEnd;
  }

  /** False while it would be refused: of a follower, or right after this person has ended it. */
  mayFollow(userId: string): boolean {
    const refusedUntilMs = this.#refusedBy.get(userId) ?? -Infinity;
    return !this.#state.followers.includes(userId) && this.#host.nowMs() >= refusedUntilMs;
  }

  follow(userId: string): void {
    if (this.#state.followers.includes(userId)) return this.#onEnd('loop', userId);
    this.leave();
    this.#set({ leader: { userId, phase: 'with' } });
    this.#ask();
  }

  /** Ends following. */
  leave(): void {
    const { leader } = this.#state;
    if (leader === null) return;
    this.#send('follow', { follow: false }, this.#sessionsOf(leader.userId));
    this.#set({ leader: null });
  }

  /** Call it when the user has scrolled, clicked or typed: pauses following. */
  wander(): void {
    const { leader } = this.#state;
    if (leader?.phase === 'with') this.#set({ leader: { ...leader, phase: 'away' } });
  }

  /** Returns to the leader, and requests their view. */
  comeBack(): void {
    const { leader } = this.#state;
    if (leader === null) return;
    this.#set({ leader: { ...leader, phase: 'with' } });
    this.#ask();
  }

  /** Ends the following of this user, and for a while refuses those who followed. */
  dismiss(): void {
    const sessions = [...this.#followers.keys()];
    for (const session of sessions) this.#refused.set(session, this.#host.nowMs() + REFUSE_MS);
    this.#send('stop', this.#goodbye(), sessions);
    this.#followers.clear();
    this.#updateFollowers();
  }

  /** Whether others may follow this user. */
  setOpen(isOpen: boolean): void {
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    if (!isOpen) this.dismiss();
  }

  /** Sends the scroll position of this window to the followers. */
  showOwn(place: TextPlace): void {
    // The same place again, as when others type elsewhere; or in a tab that the user has left standing.
    if (JSON.stringify(place) === JSON.stringify(this.#ownView)) return;
    this.#ownView = place;
    this.#sendView([...this.#followers.keys()]);
  }

  /** Call it every few seconds: renews the request, and removes followers whose requests have stopped. */
  tick(): void {
    const nowMs = this.#host.nowMs();
    for (const [session, { untilMs }] of this.#followers)
      if (nowMs >= untilMs) this.#followers.delete(session);
    for (const [session, untilMs] of this.#refused) if (nowMs >= untilMs) this.#refused.delete(session);
    this.#updateFollowers();
    const { leader } = this.#state;
    if (leader === null) return;
    const isHere = this.#sessionsOf(leader.userId).length > 0;
    if (!isHere && leader.phase !== 'gone') this.#set({ leader: { ...leader, phase: 'gone' } });
    if (isHere && leader.phase === 'gone') this.#set({ leader: { ...leader, phase: 'with' } });
    if (isHere && nowMs - this.#askedAtMs >= ASK_EVERY_MS) this.#ask();
  }

  /** A notice of a session of this user. Anything but a message is ignored. */
  receive(from: NoticeSender, bytes: Uint8Array): void {
    const message = messageSchema.safeParse(readNotice(bytes)).data;
    if (message === undefined) return;
    const isLeader = this.#state.leader?.userId === from.userId;
    if ('follow' in message) this.#takeFollow(from, message.follow);
    else if (isLeader && 'view' in message && this.#state.leader?.phase === 'with')
      this.#onView(message.view);
    else if (isLeader && 'stop' in message) {
      this.#refusedBy.set(from.userId, this.#host.nowMs() + REFUSE_MS);
      this.#set({ leader: null });
      this.#onEnd(message.private === true ? 'private' : 'stopped', from.userId);
    }
  }

  #takeFollow(from: NoticeSender, follows: boolean): void {
    const { userId, sessionId } = from;
    if (!follows) this.#followers.delete(sessionId);
    // Two users who follow each other would never move again.
    else if (!this.#isOpen || this.#state.leader?.userId === userId || this.#refused.has(sessionId))
      this.#send('stop', this.#goodbye(), [sessionId]);
    else {
      this.#followers.set(sessionId, { userId, untilMs: this.#host.nowMs() + FORGET_AFTER_MS });
      this.#sendView([sessionId]);
    }
    this.#updateFollowers();
  }

  #ask(): void {
    const { leader } = this.#state;
    if (leader === null) return;
    this.#askedAtMs = this.#host.nowMs();
    this.#send('follow', { follow: true }, this.#sessionsOf(leader.userId));
  }

  #sendView(sessions: readonly string[]): void {
    if (this.#ownView !== null) this.#send('view', { view: this.#ownView }, sessions);
  }

  #send(name: string, message: Message, sessions: readonly string[]): void {
    if (sessions.length > 0) this.#host.send(name, writeNotice(message), sessions);
  }

  #goodbye(): Message {
    return this.#isOpen ? { stop: true } : { stop: true, private: true };
  }

  #sessionsOf(userId: string): readonly string[] {
    return this.#host.people().find((person) => person.userId === userId)?.sessions ?? [];
  }

  #updateFollowers(): void {
    const followers = [...new Set([...this.#followers.values()].map(({ userId }) => userId))];
    const { followers: before } = this.#state;
    if (followers.length !== before.length || followers.some((userId) => !before.includes(userId)))
      this.#set({ followers });
  }

  #set(changes: Partial<GuideState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
