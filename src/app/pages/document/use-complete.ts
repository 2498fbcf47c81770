import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { documentsQuery } from '../../data/documents.ts';
import { watchQuery } from '../../data/notifications.ts';
import { whileAwayQuery } from '../../data/while-away.ts';
import type { PartProps } from './use-open-page.ts';

/** On a slow line the menu appears without the items that need an answer. */
const MOST_MS = 2000;

interface Asked {
  readonly isPending: boolean;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  readonly failureCount: number;
}

const isAwaited = ({ isPending, fetchStatus, failureCount }: Asked): boolean =>
  isPending && fetchStatus === 'fetching' && failureCount === 0;

/** Whether all answers are there on which the items of the document menu depend; stays so. */
export function useComplete({ room, status, editable }: PartProps['page']): boolean {
  const { documentId } = room;
  const isLive = !status.ended;
  const listed = useQuery(documentsQuery());
  const watch = useQuery({ ...watchQuery(documentId), enabled: isLive });
  const away = useQuery({ ...whileAwayQuery(documentId), enabled: isLive && editable });
  const [isComplete, complete] = useState(false);
  const isDone = isComplete || ![listed, watch, away].some(isAwaited);
  if (isDone && !isComplete) complete(true);
  useEffect(() => {
    const timer = setTimeout(() => complete(true), MOST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDone;
}
