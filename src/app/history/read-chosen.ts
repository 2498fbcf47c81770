/** Reads what is downloaded of the history. */
import type { QueryClient } from '@tanstack/react-query';
import {
  NOTHING,
  presentStateQuery,
  stateAtQuery,
  versionStateQuery,
  type SavedState,
  type Version,
} from '../data/versions.ts';
import type { FoundVersions } from './found-versions.ts';

export interface ChosenDownload {
  readonly state: SavedState;
  /** Null: the current text. */
  readonly version: Version | null;
  /** Null for a version alone. */
  readonly compared: {
    readonly before: SavedState;
    readonly earlier: FoundVersions['before'];
    /** Of `state`. */
    readonly at: Date | null;
  } | null;
}

/** Rejects with an ApiError. */
export async function readChosen(
  client: QueryClient,
  documentId: string,
  { version, before }: FoundVersions,
  isCompared: boolean,
): Promise<ChosenDownload> {
  const { at, ...state } = version
    ? { ...(await client.fetchQuery(versionStateQuery(documentId, version))), at: version.createdAt }
    : await client.fetchQuery(presentStateQuery(documentId));
  if (!isCompared) return { state, version, compared: null };
  return {
    state,
    version,
    compared: { before: await readEarlier(client, documentId, before), earlier: before, at },
  };
}

function readEarlier(
  client: QueryClient,
  documentId: string,
  before: FoundVersions['before'],
): Promise<SavedState> {
  if (before === null || before === 0) return Promise.resolve(NOTHING);
  if (typeof before === 'number') return client.fetchQuery(stateAtQuery(documentId, before));
  return client.fetchQuery(versionStateQuery(documentId, before));
}
