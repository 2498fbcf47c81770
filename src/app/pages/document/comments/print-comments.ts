import type { Desk } from '../../../comments/desk.ts';
import type { CommentPlaces } from '../../../editor/comments/types.ts';
import type { ThreadStore } from '../../../room/comments/thread-store.ts';
import { drawNow } from '../../../ui/use-before-print.ts';
import { isOpenThread } from './is-open-thread.ts';

interface Parts {
  readonly store: ThreadStore;
  readonly places: CommentPlaces;
  readonly desk: Desk;
}

/** Prints the document with its open threads as endnotes, numbered in the text. */
export function printComments({ store, places, desk }: Parts): void {
  const open = store.threads().filter(isOpenThread);
  const ids = open.map(({ id }) => id);
  const numbered = places.number(new Set(ids));
  drawNow(() => desk.print([...numbered, ...ids.filter((id) => !numbered.includes(id))]));
  const end = (): void => {
    places.number(new Set());
    desk.print(null);
  };
  addEventListener('afterprint', end, { once: true });
  window.print();
}
