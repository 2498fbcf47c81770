import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { FoundPassage } from './rows.ts';

/** Searches the texts on the server; throws an `ApiError`. */
export type SearchTexts = (query: string, signal: AbortSignal) => Promise<readonly FoundPassage[]>;

export interface Texts {
  /** Empty until found. */
  readonly passages: readonly FoundPassage[];
  /** `off`: nothing is searched, as the query is too short. */
  readonly state: 'off' | 'searching' | 'found' | 'offline' | 'failed';
  /** The open text was searched, too. */
  readonly isHere: boolean;
  readonly error: unknown;
}

const WAIT_MS = 150;
const KEPT_MS = 30_000;
/** Text that was just written becomes known to the server meanwhile. */
const FRESH_MS = 5000;
/** A single letter is in every text. */
const LEAST_LETTERS = 2;

interface Where {
  /** Where `search` looks; others have other results. */
  readonly place?: string;
  /** Searches the open text, without the server. Its passages come first. */
  readonly searchHere?: SearchTexts | undefined;
}

/** Searches texts once the typing pauses. */
export function useTexts(
  typed: string,
  search: SearchTexts,
  { place = 'documents', searchHere }: Where = {},
): Texts {
  const query = typed.trim();
  const settled = useSettled(query);
  const isOnline = useSyncExternalStore(subscribeLine, () => navigator.onLine);
  const isWanted = query.length >= LEAST_LETTERS;
  const { data, error, isError } = useQuery({
    queryKey: ['find', 'texts', place, settled],
    queryFn: ({ signal }) => search(settled, signal),
    enabled: isOnline && isWanted && settled === query,
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    retry: false,
  });
  const here = useQuery({
    queryKey: ['find', 'here', settled],
    queryFn: ({ signal }) => searchHere?.(settled, signal) ?? [],
    enabled: searchHere !== undefined && isWanted && settled === query,
    networkMode: 'always',
    // The text changes.
    gcTime: 0,
    retry: false,
  });
  const first = (settled === query && isWanted && here.data) || [];
  const isHere = searchHere !== undefined;
  const texts = (state: Texts['state']): Texts => ({ passages: first, state, error, isHere });
  if (!isWanted) return texts('off');
  if (!isOnline) return texts('offline');
  if (settled !== query) return texts('searching');
  if (data && !here.isFetching) {
    const others = data.filter((one) => one.comment !== null || one.documentId !== first[0]?.documentId);
    return { passages: [...first, ...others], state: 'found', error: null, isHere };
  }
  return texts(isError ? 'failed' : 'searching');
}

/** The value of before until a new one has stayed for a moment. */
function useSettled(value: string): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function subscribeLine(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
