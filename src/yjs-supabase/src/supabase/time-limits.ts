/**
 * Time limits of a log's requests (PROTOCOL.md, S29). A request on a connection that carries nothing more would wait for
 * ever, and a browser has six connections to a server. So a request that exceeds its limit is aborted, which closes its
 * connection. Limits start short and double, because a slow network or function needs longer than a working one.
 */
import { hostClock, type Clock } from '../ports/clock.ts';
import type { Outcome } from '../ports/document-log.ts';

/** Enough for a small request on a slow network, with a new connection. */
export const QUICK_MS = 5000;
/** The whole document, which may be large. */
export const LOAD_MS = 10_000;
const LONGEST_MS = 20_000;
/** A fold takes the server a while, and nothing waits for it. */
export const FOLD_MS = LONGEST_MS;
/** Of an upload, beyond the limit of a small request. */
const BYTES_PER_MS = 16;
const MOST_DOUBLINGS = 2;

export interface LimitedRequest {
  /** Requests of one name take about equally long. */
  readonly name: string;
  /** The limit at first, without the time to upload `bytes`. */
  readonly shortestMs: number;
  readonly bytes: number;
}

export interface TimeLimits {
  /** Resolves as `send` does, or to `unreachable` when the limit has passed; then the signal is aborted. */
  run<T>(request: LimitedRequest, send: (signal: AbortSignal) => Promise<Outcome<T>>): Promise<Outcome<T>>;
}

interface Pending {
  readonly name: string;
  readonly startedAtMs: number;
  readonly shortestMs: number;
  readonly abort: () => void;
  stopTimer: () => void;
  /** A request that started later has been answered. */
  isOvertaken: boolean;
}

export function createTimeLimits(clock: Clock = hostClock): TimeLimits {
  const pending = new Set<Pending>();
  /** By name: doublings because such requests are slow. */
  const slow = new Map<string, number>();
  /** Timeouts in a row, of any name. */
  let dead = 0;

  const arm = (request: Pending): void => {
    const doublings = Math.min(MOST_DOUBLINGS, (slow.get(request.name) ?? 0) + dead);
    const limitMs = Math.min(LONGEST_MS, request.shortestMs * 2 ** doublings);
    const leftMs = request.startedAtMs + limitMs - clock.nowMs();
    request.stopTimer();
    request.stopTimer = clock.startTimer(Math.max(0, leftMs), () => giveUp(request));
  };
  const giveUp = (request: Pending): void => {
    if (request.isOvertaken) slow.set(request.name, (slow.get(request.name) ?? 0) + 1);
    else dead += 1;
    request.abort();
  };
  /** The line works, so older requests without a reply have lost their connection, or are slow. */
  const noteReply = (answered: Pending): void => {
    const share = (clock.nowMs() - answered.startedAtMs) / answered.shortestMs;
    slow.set(answered.name, share > 1 / 2 ? 2 : share > 1 / 4 ? 1 : 0);
    dead = 0;
    for (const each of pending) {
      if (each.startedAtMs >= answered.startedAtMs) continue;
      each.isOvertaken = true;
      arm(each);
    }
  };

  return {
    run: ({ name, shortestMs, bytes }, send) =>
      new Promise((resolve, reject) => {
        const controller = new AbortController();
        const request: Pending = {
          name,
          startedAtMs: clock.nowMs(),
          shortestMs: shortestMs + bytes / BYTES_PER_MS,
          stopTimer: () => undefined,
          isOvertaken: false,
          abort: () => {
            pending.delete(request);
            controller.abort();
            resolve({ ok: false, failure: { kind: 'unreachable' } });
          },
        };
        const end = (): boolean => {
          request.stopTimer();
          return pending.delete(request);
        };
        pending.add(request);
        arm(request);
        send(controller.signal).then(
          (outcome) => {
            if (end() && (outcome.ok || outcome.failure.kind === 'refused')) noteReply(request);
            resolve(outcome);
          },
          (error: unknown) => {
            end();
            reject(error);
          },
        );
      }),
  };
}
