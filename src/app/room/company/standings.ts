/**
 * How others are there: whether they are away from their page, have changes that are not saved, or want no followers.
 * Each page sends its own on change, and to sessions that come later unless it is the usual one. Nothing is sent while
 * alone. A message may be lost, so each is sent twice.
 */
import * as z from 'zod/mini';
import { otherSessions, readNotice, writeNotice, type NoticeHost, type NoticeSender } from './notices.ts';
import type { Person } from '../people.ts';

const standingSchema = z.object({ away: z.boolean(), unsaved: z.boolean(), private: z.boolean() });
const messageSchema = z.object({ standing: standingSchema });

export type Standing = Readonly<z.output<typeof standingSchema>>;

const USUAL: Standing = { away: false, unsaved: false, private: false };

/** So late because a page that has just come may not yet be able to verify the first. */
const REPEAT_TICKS = 3;

const isSame = (one: Standing, other: Standing): boolean =>
  one.away === other.away && one.unsaved === other.unsaved && one.private === other.private;

export class Standings {
  readonly #host: NoticeHost;
  readonly #listeners = new Set<() => void>();
  /** By session. */
  readonly #others = new Map<string, Standing>();
  #own = USUAL;
  /** Ticks since the standing of this page was sent, by session. Sessions that need none count as long informed. */
  #informed: ReadonlyMap<string, number>;

  constructor(host: NoticeHost) {
    this.#host = host;
    this.#informed = new Map(otherSessions(host.people()).map((session) => [session, REPEAT_TICKS]));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The standing of this page. */
  setOwn(own: Standing): void {
    if (isSame(own, this.#own)) return;
    this.#own = own;
    const sessions = otherSessions(this.#host.people());
    this.#informed = new Map(sessions.map((session) => [session, 0]));
    this.#inform(sessions);
  }

  /** Call it every few seconds: informs sessions that have come, repeats, and forgets sessions that have left. */
  tick(): void {
    const sessions = otherSessions(this.#host.people());
    const ofNew = isSame(this.#own, USUAL) ? REPEAT_TICKS + 1 : 0;
    const informed = sessions.map(
      (session) => [session, (this.#informed.get(session) ?? ofNew - 1) + 1] as const,
    );
    this.#informed = new Map(informed);
    this.#inform(
      informed.flatMap(([session, ticks]) => (ticks === 0 || ticks === REPEAT_TICKS ? [session] : [])),
    );
    for (const session of this.#others.keys()) if (!sessions.includes(session)) this.#others.delete(session);
  }

  /** Anything but a standing is ignored. */
  receive({ sessionId }: NoticeSender, bytes: Uint8Array): void {
    const message = messageSchema.safeParse(readNotice(bytes)).data;
    if (message === undefined) return;
    this.#others.set(sessionId, message.standing);
    for (const listener of this.#listeners) listener();
  }

  /** Of a person with several tabs: away if all are, and the rest if one is. */
  of({ sessions }: Pick<Person, 'sessions'>): Standing {
    const all = sessions.map((session) => this.#others.get(session) ?? USUAL);
    return {
      away: all.length > 0 && all.every(({ away }) => away),
      unsaved: all.some(({ unsaved }) => unsaved),
      private: all.some((standing) => standing.private),
    };
  }

  #inform(sessions: readonly string[]): void {
    if (sessions.length > 0) this.#host.send('standing', writeNotice({ standing: this.#own }), sessions);
  }
}
