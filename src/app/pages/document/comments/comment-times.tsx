import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useThreads } from '../../../comments/use-threads.ts';
import { versionsQuery } from '../../../data/versions.ts';
import type { ThreadStore } from '../../../room/comments/thread-store.ts';
import { endOfState } from './end-of-state.ts';

interface CommentTimesProps {
  readonly documentId: string;
  readonly store: ThreadStore;
  /** Seq of the last row. */
  readonly until: number;
  readonly render: (times: readonly number[]) => ReactNode;
}

/** When comments were written, in ms, up to the change that came after a row. */
export function CommentTimes({ documentId, store, until, render }: CommentTimesProps) {
  const threads = useThreads(store);
  const { data: versions = [] } = useQuery(versionsQuery(documentId));
  const endMs = endOfState(until, versions);
  const times = useMemo(
    () =>
      threads
        .flatMap(({ comments, unsentComments }) =>
          comments.filter(({ id, body }) => body !== null && !unsentComments.has(id)),
        )
        .map(({ created_at: at }) => at.getTime())
        .filter((timeMs) => timeMs <= endMs),
    [threads, endMs],
  );
  return render(times);
}
