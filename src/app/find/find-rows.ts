/** Ranks what *Find* offers for a query, in groups. Pure. */
import type { Language } from '#contract/languages.ts';
import type { ListedDocument } from '../data/documents.ts';
import { FIT, nameMatcher } from '../i18n/match-name.ts';
import { compareNames } from '../i18n/names.ts';
import { listPeople } from './list-people.ts';
import type { Command, FoundHeading, FoundPassage, FoundPerson, Group, GroupName, Row } from './rows.ts';

const MOST = { recent: 6, documents: 8, headings: 6, people: 4, commands: 6 } as const;

/** Found by the name of the owner only. */
const BY_OWNER = FIT.inside + 1;

/** Everything that can be found without asking the server. */
export interface Findable {
  readonly documents: readonly ListedDocument[];
  /** Null where none is open. */
  readonly openDocumentId: string | null;
  readonly headings: readonly FoundHeading[];
  readonly commands: readonly Command[];
  readonly selfId: string;
  /** Shown in place of an empty title. */
  readonly untitled: string;
}

interface Fitting {
  readonly fit: number;
  readonly row: Row;
}

/** Everything found by its name: the best group first; equally good ones in a fixed order. */
export function findRows(query: string, findable: Findable, language: Language): readonly Group[] {
  if (query.trim() === '') return firstRows(findable);
  const matches = nameMatcher(query);
  const found: readonly (readonly [Exclude<GroupName, 'recent' | 'texts'>, readonly Fitting[]])[] = [
    ['documents', fittingDocuments(query, findable, language)],
    ['headings', fittingRows(findable.headings, ({ text }) => matches(text), headingRow)],
    [
      'people',
      fittingRows(listPeople(findable.documents, findable.selfId), ({ name }) => matches(name), personRow),
    ],
    ['commands', fittingRows(findable.commands, ({ names }) => best(names.map(matches)), commandRow)],
  ];
  return found
    .filter(([, rows]) => rows.length > 0)
    .toSorted(([, one], [, other]) => weakness(one) - weakness(other))
    .map(([name, rows]) => ({ name, rows: rows.slice(0, MOST[name]).map(({ row }) => row) }));
}

/** Nothing is typed yet. */
function firstRows({ documents, openDocumentId, commands }: Findable): readonly Group[] {
  const recent = documents
    .filter(({ id, openedAt, deletedAt }) => openedAt !== null && deletedAt === null && id !== openDocumentId)
    .toSorted(byRecency)
    .slice(0, MOST.recent);
  const groups: readonly Group[] = [
    { name: 'recent', rows: recent.map(documentRow) },
    { name: 'commands', rows: commands.map(commandRow) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** Rows of passages, one for each. */
export const passageRows = (passages: readonly FoundPassage[]): readonly Row[] =>
  passages.map((passage, index) => ({
    kind: 'passage',
    id: `passage ${passage.documentId} ${index}`,
    passage,
  }));

function fittingDocuments(
  query: string,
  { documents, untitled }: Findable,
  language: Language,
): readonly Fitting[] {
  const matches = nameMatcher(query);
  const compare = compareNames(language);
  const fitOf = ({ title, ownerName, deletedAt }: ListedDocument): number | null => {
    if (deletedAt !== null) return null;
    const own = matches(title.trim() || untitled);
    const fit = own ?? matches(`${title} ${ownerName}`);
    if (own !== null || fit === null) return own;
    return fit === FIT.initials ? null : BY_OWNER;
  };
  const inOrder = (one: ListedDocument, other: ListedDocument): number =>
    byRecency(one, other) || compare(one.title, other.title);
  return fittingRows(documents, fitOf, documentRow, inOrder);
}

/** Best first; equally good ones in this order, or in the order of before. */
function fittingRows<Item>(
  items: readonly Item[],
  fitOf: (item: Item) => number | null,
  rowOf: (item: Item, index: number) => Row,
  compare: (one: Item, other: Item) => number = () => 0,
): readonly Fitting[] {
  return items
    .flatMap((item, index) => {
      const fit = fitOf(item);
      return fit === null ? [] : [{ item, fit, row: rowOf(item, index) }];
    })
    .toSorted((one, other) => one.fit - other.fit || compare(one.item, other.item));
}

const documentRow = (document: ListedDocument): Row => ({
  kind: 'document',
  id: `document ${document.id}`,
  document,
});
const headingRow = (heading: FoundHeading, index: number): Row => ({
  kind: 'heading',
  id: `heading ${index}`,
  heading,
  index,
});
const personRow = (person: FoundPerson): Row => ({ kind: 'person', id: `person ${person.userId}`, person });
const commandRow = (command: Command): Row => ({ kind: 'command', id: `command ${command.id}`, command });

function best(fits: readonly (number | null)[]): number | null {
  const found = fits.filter((fit) => fit !== null);
  return found.length === 0 ? null : Math.min(...found);
}

/** Whether the best row fits only by its initials or inside a word. */
const weakness = ([first]: readonly Fitting[]): number => Number((first?.fit ?? BY_OWNER) >= FIT.initials);

const time = (date: Date | null): number => date?.getTime() ?? 0;

/** Last opened first, then last changed. */
const byRecency = (one: ListedDocument, other: ListedDocument): number =>
  time(other.openedAt) - time(one.openedAt) || time(other.updatedAt) - time(one.updatedAt);
