import type { StartTimer } from '../realtime/ports.ts';

/** A timer of Node that does not keep the process alive. */
export const startTimeout: StartTimer = (delayMs, callback) => {
  const timeout = setTimeout(callback, delayMs);
  timeout.unref();
  return () => clearTimeout(timeout);
};
