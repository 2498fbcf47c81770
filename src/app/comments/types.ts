/** Shapes that the room gives to comments. */
import type { Anchor } from '#contract/comments/thread.ts';
import type { ShownThread } from '../room/comments/show-threads.ts';

export type { Place } from '../room/comments/place-tracker.ts';
export type { ShownThread } from '../room/comments/show-threads.ts';
export type { NewComment, ThreadStore } from '../room/comments/thread-store.ts';

export type NewAnchor = Omit<Anchor, 'seq'>;
export type Unsent = ShownThread['unsentComments'] extends ReadonlyMap<string, infer State> ? State : never;
