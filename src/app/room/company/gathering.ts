/** Asking everyone to come to a place of the text. Nobody is moved: they get an offer. */
import * as z from 'zod/mini';
import {
  otherSessions,
  placeSchema,
  readNotice,
  writeNotice,
  type NoticeHost,
  type NoticeSender,
  type TextPlace,
} from './notices.ts';

const messageSchema = z.object({ gather: placeSchema });

/** One call of a person in this time; more are ignored. */
const CALL_EVERY_MS = 10_000;

export class Gathering {
  readonly #host: NoticeHost;
  readonly #calledAtMs = new Map<string, number>();
  #onCall: (userId: string, place: TextPlace) => void = () => undefined;

  constructor(host: NoticeHost) {
    this.#host = host;
  }

  call(place: TextPlace): void {
    this.#host.send('gather', writeNotice({ gather: place }), otherSessions(this.#host.people()));
  }

  /** Receives the calls of others. Whether they may call is for the receiver to check. */
  takeCalls(onCall: (userId: string, place: TextPlace) => void): void {
    this.#onCall = onCall;
  }

  receive({ userId }: NoticeSender, bytes: Uint8Array): void {
    const message = messageSchema.safeParse(readNotice(bytes)).data;
    const nowMs = this.#host.nowMs();
    if (message === undefined || nowMs - (this.#calledAtMs.get(userId) ?? -Infinity) < CALL_EVERY_MS) return;
    this.#calledAtMs.set(userId, nowMs);
    this.#onCall(userId, message.gather);
  }
}
