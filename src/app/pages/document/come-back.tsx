import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trashedByQuery } from '../../data/trash.ts';

interface ComeBackProps {
  readonly documentId: string;
  /** The document can be opened again. */
  readonly onBack: () => void;
}

/** While it is mounted, notices when a deleted document comes back from the trash. */
export function ComeBack({ documentId, onBack }: ComeBackProps) {
  const { data, isFetchedAfterMount } = useQuery(trashedByQuery(documentId));
  const isBack = isFetchedAfterMount && data === null;
  useEffect(() => {
    if (isBack) onBack();
  }, [isBack, onBack]);
  return null;
}
