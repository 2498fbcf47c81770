import { expect, test } from 'vitest';
import type { ListedDocument } from '../../../../src/app/data/documents.ts';
import { chooseDocuments, type Choice } from '../../../../src/app/documents/filter-and-sort.ts';
import type { Language } from '#contract/languages.ts';

const day = (of: number): Date => new Date(Date.UTC(2026, 10, of));
let made = 0;
const make = (title: string, more: Partial<ListedDocument> = {}): ListedDocument => ({
  id: `00000000-0000-4000-8000-${String(made++).padStart(12, '0')}`,
  title,
  role: 'owner',
  ownerId: 'me',
  ownerName: 'Ann',
  memberCount: 1,
  updatedAt: day(1),
  deletedAt: null,
  favorite: false,
  openedAt: null,
  folderId: null,
  isTemplate: false,
  keepOnDevices: true,
  erasedAt: null,
  here: [],
  ...more,
});
const titles = (
  documents: readonly ListedDocument[],
  choice: Partial<Choice>,
  language: Language = 'cs',
): string[] =>
  chooseDocuments(
    documents,
    { view: 'all', sort: 'changed', folderId: null, search: '', ...choice },
    language,
  ).map(({ title }) => title);

test('each view shows its documents', () => {
  const documents = [
    make('old', { updatedAt: day(1), favorite: true }),
    make('new', { updatedAt: day(5), openedAt: day(6) }),
    make('theirs', { updatedAt: day(3), role: 'editor', openedAt: day(7) }),
    make('deleted', { deletedAt: day(9), favorite: true, openedAt: day(9) }),
    make('deleted first', { deletedAt: day(8) }),
  ];
  expect(titles(documents, {})).toEqual(['new', 'theirs', 'old']);
  expect(titles(documents, { view: 'owned' })).toEqual(['new', 'old']);
  expect(titles(documents, { view: 'shared' })).toEqual(['theirs']);
  expect(titles(documents, { view: 'favorites' })).toEqual(['old']);
  expect(titles(documents, { view: 'recent' })).toEqual(['theirs', 'new']);
  expect(titles(documents, { view: 'trash' })).toEqual(['deleted', 'deleted first']);
});

test('templates have a view of their own, and stay favorites', () => {
  const documents = [
    make('Contract', { isTemplate: true, openedAt: day(2), favorite: true, folderId: 'work' }),
    make('Theirs', { isTemplate: true, role: 'viewer' }),
    make('Thrown away', { isTemplate: true, deletedAt: day(3) }),
    make('Offer', { folderId: 'work', openedAt: day(1) }),
  ];
  expect(titles(documents, {})).toEqual(['Offer']);
  expect(titles(documents, { folderId: 'work' })).toEqual(['Offer']);
  expect(titles(documents, { view: 'owned' })).toEqual(['Offer']);
  expect(titles(documents, { view: 'shared' })).toEqual([]);
  expect(titles(documents, { view: 'recent' })).toEqual(['Offer']);
  expect(titles(documents, { view: 'favorites' })).toEqual(['Contract']);
  expect(titles(documents, { view: 'templates' })).toEqual(['Contract', 'Theirs']);
  expect(titles(documents, { view: 'trash' })).toEqual(['Thrown away']);
});

test('a folder shows its documents; a search covers all folders', () => {
  const documents = [
    make('Offer', { folderId: 'work', updatedAt: day(2) }),
    make('Old offer', { folderId: 'work', deletedAt: day(3) }),
    make('Recipe', { folderId: 'home' }),
    make('Loose offer'),
  ];
  expect(titles(documents, { folderId: 'work' })).toEqual(['Offer']);
  expect(titles(documents, { folderId: 'none' })).toEqual([]);
  expect(titles(documents, {})).toEqual(['Offer', 'Recipe', 'Loose offer']);
  expect(titles(documents, { folderId: 'home', search: 'offer' })).toEqual(['Offer', 'Loose offer']);
});

test('names are sorted in the dictionary order of the language, untitled ones last', () => {
  const documents = ['Chata', '', 'Hora', 'cesta', 'Čaj', 'Idea', 'Plán 10', 'Plán 9'].map((one) =>
    make(one),
  );
  expect(titles(documents, { sort: 'name' })).toEqual([
    'cesta',
    'Čaj',
    'Hora',
    'Chata',
    'Idea',
    'Plán 9',
    'Plán 10',
    '',
  ]);
  expect(titles(documents, { sort: 'name' }, 'en-US').slice(0, 4)).toEqual(['Čaj', 'cesta', 'Chata', 'Hora']);
});

test('a search finds titles by their initials', () => {
  const documents = ['Smlouva o dílo', 'Dopis', 'Osnova'].map((one) => make(one));
  expect(titles(documents, { search: 'sod' })).toEqual(['Smlouva o dílo']);
});

test('a search ignores accents, case and word order, and includes owners', () => {
  const documents = [make('Příští čtvrtletí'), make('Menu', { ownerName: 'Žaneta' }), make('Plan')];
  expect(titles(documents, { search: 'ctvrt pristi' })).toEqual(['Příští čtvrtletí']);
  expect(titles(documents, { search: ' ČTVRT ' })).toEqual(['Příští čtvrtletí']);
  expect(titles(documents, { search: 'zaneta' })).toEqual(['Menu']);
  expect(titles(documents, { search: 'plany' })).toEqual([]);
});

test.each([
  ['かっこう', ['かっこう']],
  ['がっこう', ['がっこう', 'か\u3099っこう']],
  ['하', ['하늘']],
  ['한글', ['한글']],
  ['lodz', ['Łódź']],
  ['rodgrod', ['Rødgrød']],
  ['strasse', ['Große Straße']],
  ['замок', ['за\u0301мок']],
  ['мои', ['мои']],
  ['שלום', ['שָׁלוֹם']],
  ['كتاب', ['كِتَاب']],
  ['क', []],
  ['👨', []],
  ['automobil', ['Auto\u00admobil']],
  ['e-mail', ['E‑mail – „návod“']],
  ['"navod"', ['E‑mail – „návod“']],
  ['navod -', ['E‑mail – „návod“']],
  ['3*5', ['3×5']],
  ['k lesu', ['K\u00a0lesu']],
  ['ｋ\u3000ｌｅｓｕ', ['K\u00a0lesu']],
])('the list is searched for %s like a text', (search, found) => {
  const names =
    'かっこう|がっこう|か\u3099っこう|한글|하늘|Łódź|Rødgrød|Große Straße|за\u0301мок|мой|мои|שָׁלוֹם|كِتَاب|कि|' +
    '👨\u200d👩\u200d👧|Auto\u00admobil|E‑mail – „návod“|3×5|K\u00a0lesu';
  expect(
    titles(
      names.split('|').map((one) => make(one)),
      { search },
    ),
  ).toEqual(found);
});

test('ten thousand documents are searched and sorted within a keystroke', () => {
  const documents = Array.from({ length: 10_000 }, (_, at) => make(`Zápis ${10_000 - at} z porady`));
  const begun = performance.now();
  expect(titles(documents, { sort: 'name', search: 'zapis porady' })[0]).toBe('Zápis 1 z porady');
  // Generous, for a busy machine.
  expect(performance.now() - begun).toBeLessThan(1500);
});
