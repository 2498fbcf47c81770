import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hasAccess } from '../data/access.ts';

interface AccessOptions {
  readonly enabled: boolean;
  readonly askAgainMs: number;
  readonly onIn: () => void;
}

/** Calls `onIn` as soon as the user may read the document. */
export function useAccess(documentId: string, { enabled, askAgainMs, onIn }: AccessOptions): void {
  const answer = useQuery({
    queryKey: ['access', documentId],
    // Refused until there is access, which is not a failure.
    queryFn: () => hasAccess(documentId),
    enabled,
    refetchInterval: askAgainMs,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });
  const isIn = enabled && answer.data === true;
  useEffect(() => {
    if (isIn) onIn();
  }, [isIn, onIn]);
}
