/**
 * The state of each person's page: away, with unsaved changes, or without followers. Each page sends its state when it
 * changes, and to sessions that join later unless it is the usual one. A page that is alone sends nothing. A message may be
 * lost, so each is sent twice.
 */
import * as z from 'zod/mini';
import { otherSessions, readNotice, writeNotice, type NoticeHost, type NoticeSender } from './notices.ts';
import type { Person } from '../people.ts';

const standingSchema = z.object({ away: z.boolean(), unsaved: z.boolean(), private: z.boolean() });
const messageSchema = z.object({ standing: standingSchema });

export type Standing = Readonly<z.output<typeof standingSchema>>;

const USUAL: Standing = { away: false, unsaved: false, private: false };

/** The repetition is late because a page that has just joined may be unable to verify the first message. */
const REPEAT_TICKS = 3;

const isSame = (one: Standing, other: Standing): boolean =>
  one.away === other.away && one.unsaved === other.unsaved && one.private === other.private;

export class Standings {
  readonly #host: NoticeHost;
  readonly #listeners = new Set<() => void>();
  /** Standings of other pages, by session. */
  readonly #others = new Map<string, Standing>();
  #own = USUAL;
  /** Ticks since the standing of this page was sent, by session. Sessions that need no message count as long informed. */
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

  /** A person with several tabs is away if all tabs are, and has unsaved changes or wants no followers if one tab does. */
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
