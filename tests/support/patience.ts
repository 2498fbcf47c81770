/** A machine that does much at once takes longer than the second that a test waits by itself. */
import { vi } from 'vitest';

export const PATIENCE_MS = 5000;

const { waitFor } = vi;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
