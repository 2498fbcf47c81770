/** Filters and sorts the documents of a view. Pure. */
import type { ListedDocument } from '../data/documents.ts';
import { nameFinder } from '../i18n/find-folded.ts';
import { nameMatcher } from '../i18n/match-name.ts';
import { compareNames } from '../i18n/names.ts';
import type { Language } from '#contract/languages.ts';

export const VIEWS = ['all', 'owned', 'shared', 'favorites', 'recent', 'templates', 'trash'] as const;
export type View = (typeof VIEWS)[number];

export const SORTS = ['changed', 'oldest', 'name', 'nameDown'] as const;
export type Sort = (typeof SORTS)[number];

export interface Choice {
  readonly view: View;
  readonly sort: Sort;
  /** Only documents of this folder; a search covers all folders. */
  readonly folderId: string | null;
  /** Raw input. */
  readonly search: string;
}

/** Templates have a view of their own. */
export function isWork({ deletedAt, isTemplate }: ListedDocument): boolean {
  return deletedAt === null && !isTemplate;
}

const SHOWS: Readonly<Record<View, (document: ListedDocument) => boolean>> = {
  all: isWork,
  owned: (document) => isWork(document) && document.role === 'owner',
  shared: (document) => isWork(document) && document.role !== 'owner',
  favorites: ({ deletedAt, favorite }) => deletedAt === null && favorite,
  recent: (document) => isWork(document) && document.openedAt !== null,
  templates: ({ deletedAt, isTemplate }) => deletedAt === null && isTemplate,
  trash: ({ deletedAt }) => deletedAt !== null,
};

export const isInView = (view: View, document: ListedDocument): boolean => SHOWS[view](document);

const time = (date: Date | null): number => date?.getTime() ?? 0;

export function chooseDocuments(
  documents: readonly ListedDocument[],
  { view, sort, folderId, search }: Choice,
  language: Language,
): readonly ListedDocument[] {
  const isSearch = search.trim() !== '';
  // Every search word must occur in the title or in the owner's name; or the query is initials of the title.
  const isInEither = nameFinder(search);
  const matches = nameMatcher(search);
  const isWanted = ({ title, ownerName }: ListedDocument): boolean =>
    isInEither(`${title} ${ownerName}`) || matches(title) !== null;
  const shown = documents.filter(
    (one) => SHOWS[view](one) && (isSearch ? isWanted(one) : folderId === null || one.folderId === folderId),
  );
  const compare = compareNames(language);
  if (view === 'recent') return shown.toSorted((one, other) => time(other.openedAt) - time(one.openedAt));
  if (view === 'trash') return shown.toSorted((one, other) => time(other.deletedAt) - time(one.deletedAt));
  if (sort === 'changed' || sort === 'oldest') {
    const sign = sort === 'changed' ? 1 : -1;
    return shown.toSorted((one, other) => sign * (time(other.updatedAt) - time(one.updatedAt)));
  }
  const sign = sort === 'name' ? 1 : -1;
  // Untitled documents come last.
  return shown.toSorted(
    (one, other) =>
      Number(!one.title.trim()) - Number(!other.title.trim()) ||
      sign * compare(one.title, other.title) ||
      time(other.updatedAt) - time(one.updatedAt),
  );
}
