import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { versionsQuery } from '../data/versions.ts';

/** A pause in the writing: while a user goes on, the list would be requested at every save. */
const PAUSE_MS = 1500;

/** Requests the versions again soon after local changes were saved; the list is polled only rarely. */
export function useFreshList(documentId: string, isSaved: boolean): void {
  const client = useQueryClient();
  const isStale = useRef(false);
  useEffect(() => {
    if (!isSaved) isStale.current = true;
    if (!isSaved || !isStale.current) return undefined;
    const timer = setTimeout(() => {
      isStale.current = false;
      void client.invalidateQueries({ queryKey: versionsQuery(documentId).queryKey, exact: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [client, documentId, isSaved]);
}
