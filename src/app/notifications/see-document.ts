import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NotificationsReply } from '#contract/notifications/notification.ts';
import { ApiError } from '../data/api-error.ts';
import { notificationsQuery, seeDocument } from '../data/notifications.ts';

/** Marks what the user was told of an open document as seen, once they have it before them. Draws nothing. */
export function SeeDocument({ documentId }: { readonly documentId: string }): null {
  // Read by the bell.
  const { data } = useQuery({ ...notificationsQuery(), enabled: false });
  const isUnseen = data !== undefined && mayBeUnseen(data, documentId);
  useEffect(() => {
    if (!isUnseen) return undefined;
    const stop = new AbortController();
    const look = (): void => {
      if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
      stop.abort();
      seeDocument(documentId).catch((error: unknown) => {
        // They stay unread, and can be marked by hand.
        if (!(error instanceof ApiError)) throw error;
      });
    };
    document.addEventListener('visibilitychange', look, stop);
    window.addEventListener('focus', look, stop);
    look();
    return () => stop.abort();
  }, [isUnseen, documentId]);
  return null;
}

/** Comments are seen when they are read, and requests when they are answered. Older ones than the newest are not known. */
export function mayBeUnseen({ unseen, notifications }: NotificationsReply, documentId: string): boolean {
  const unread = notifications.filter(({ seenAt }) => seenAt === null);
  return (
    unread.length < unseen ||
    unread.some(
      (one) => one.documentId === documentId && one.threadId === null && one.kind !== 'access_asked',
    )
  );
}
