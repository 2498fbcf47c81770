/** Raises the default timeout of `vi.waitFor`, because one second is too short on a busy machine. */
import { vi } from 'vitest';

export const PATIENCE_MS = 5000;

const { waitFor } = vi;
vi.waitFor = (callback, options = PATIENCE_MS) => waitFor(callback, options);
