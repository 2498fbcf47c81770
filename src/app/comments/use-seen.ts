import { useEffect, type RefObject } from 'react';
import { isUnread } from '../room/comments/reading-marks.ts';
import { useComments } from './comments-context.ts';
import type { ShownThread } from './types.ts';

const SEEN_MS = 1500;

/** Whether the thread is unread. It is read once all of its comments have been in a visible window for a moment. */
export function useSeen(
  thread: ShownThread,
  card: RefObject<HTMLElement | null>,
  isActive: boolean,
): boolean {
  const { store, me } = useComments();
  const { id, comments } = thread;
  const isNew = isUnread(thread, me);
  const isWhole = isActive || comments.length === 1;
  useEffect(() => {
    if (!isNew || !isWhole || !card.current || typeof IntersectionObserver === 'undefined') return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      timer = setTimeout(() => (document.hidden ? wait() : store.see(id)), SEEN_MS);
    };
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) wait();
    });
    observer.observe(card.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [store, id, card, isNew, isWhole]);
  return isNew;
}
