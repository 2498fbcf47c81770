/** Calls that ask everyone to come to a place in the text. A call moves no window: it is shown as an offer. */
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

/** A person's further calls within this time are ignored. */
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

  /** Receives the calls of others. The receiver must check that they may call. */
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
