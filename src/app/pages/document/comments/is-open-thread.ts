import type { ShownThread } from '../../../comments/types.ts';

/** Open, and the server has it. */
export const isOpenThread = (thread: ShownThread): boolean => !thread.is_resolved && thread.unsent === null;
