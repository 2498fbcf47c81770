/** Which texts are fetched ahead, and which must leave this device. Pure. */
import { mayWrite } from '#contract/roles.ts';
import type { ListedDocument } from '../data/documents.ts';
import { MOST_BYTES } from './choose-evicted.ts';
import type { TextFacts } from './texts-database.ts';

/** Opened or changed last, beside favorites and what the user keeps. */
export const RECENT_AHEAD = 20;
/** The rest is for texts that are opened. */
const BYTES_AHEAD = 0.75 * MOST_BYTES;

type Listed = Pick<
  ListedDocument,
  'id' | 'role' | 'favorite' | 'openedAt' | 'updatedAt' | 'deletedAt' | 'keepOnDevices' | 'erasedAt'
>;

export const mayBeKept = ({
  deletedAt,
  keepOnDevices,
}: Pick<Listed, 'deletedAt' | 'keepOnDevices'>): boolean => deletedAt === null && keepOnDevices;

/** Not of the user any more, in the trash, not to be kept, or from before text was erased from the log. */
export function chooseForbidden(
  facts: readonly TextFacts[],
  documents: readonly Listed[],
  created: ReadonlySet<string>,
): readonly string[] {
  const listed = new Map(documents.map((document) => [document.id, document]));
  const mayStay = ({ documentId, asOfMs = 0 }: TextFacts): boolean => {
    const document = listed.get(documentId);
    if (!document) return created.has(documentId);
    return mayBeKept(document) && (document.erasedAt === null || document.erasedAt.getTime() < asOfMs);
  };
  return facts.filter((each) => !mayStay(each)).map(({ documentId }) => documentId);
}

/** Documents that are not here or have changed since: first those that the user keeps, then favorites, then the last ones. */
export function chooseFetched(
  documents: readonly Listed[],
  facts: readonly TextFacts[],
  pinned: ReadonlySet<string>,
): readonly string[] {
  const kept = new Map(facts.map((each) => [each.documentId, each]));
  const wanted = documents
    // Readers keep only what they opened, or want to have here.
    .filter(
      (each) => mayBeKept(each) && (mayWrite(each.role) || each.openedAt !== null || pinned.has(each.id)),
    )
    .toSorted((one, other) => usedAtMs(other) - usedAtMs(one));
  const rank = ({ id, favorite }: Listed): number => (pinned.has(id) ? 0 : favorite ? 1 : 2);
  const lasting = wanted.filter((each) => rank(each) < 2).toSorted((one, other) => rank(one) - rank(other));
  const recent = wanted.filter((each) => rank(each) === 2);
  const others = [
    ...recent.slice(0, RECENT_AHEAD),
    ...recent.slice(RECENT_AHEAD).filter(({ id }) => kept.has(id)),
  ];
  const isFull = facts.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES_AHEAD;
  return [...lasting, ...others]
    .filter(({ id, updatedAt }) => updatedAt.getTime() > (kept.get(id)?.asOfMs ?? -Infinity))
    .filter(({ id }) => pinned.has(id) || kept.has(id) || !isFull)
    .map(({ id }) => id);
}

const usedAtMs = ({ openedAt, updatedAt }: Listed): number => (openedAt ?? updatedAt).getTime();
