import { FilePlus } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import type { ListedDocument } from '../../../../src/app/data/documents.ts';
import { findRows, type Findable } from '../../../../src/app/find/find-rows.ts';
import type { Command, Row } from '../../../../src/app/find/rows.ts';
import { listed, SELF } from './listed.ts';

const command = (id: string, ...names: string[]): Command => ({
  id,
  icon: FilePlus,
  label: names[0] ?? '',
  names,
  run: () => undefined,
});

const COMMANDS = [
  command('new', 'Nový dokument', 'New document', 'create'),
  command('print', 'Vytisknout', 'Print'),
  command('word', 'Stáhnout jako Word', 'Export as Word', 'docx'),
];

const findable = (documents: readonly ListedDocument[], more: Partial<Findable> = {}): Findable => ({
  documents,
  openDocumentId: null,
  headings: [],
  commands: [],
  selfId: SELF,
  untitled: 'Bez názvu',
  ...more,
});

/** "documents: A | B" */
const shown = (query: string, all: Findable): string[] =>
  findRows(query, all, 'cs').map(({ name, rows }) => `${name}: ${rows.map(nameOf).join(' | ')}`);

function nameOf(row: Row): string {
  if (row.kind === 'document') return row.document.title;
  if (row.kind === 'heading') return row.heading.text;
  if (row.kind === 'person') return `${row.person.name} ${row.person.shared}`;
  return row.kind === 'command' ? row.command.id : row.passage.text;
}

describe('documents', () => {
  const documents = [
    listed('Porada týmu', { days: 9 }),
    listed('Týdenní porada', { days: 1 }),
    listed('Plán oprav a rozpočet', { days: 3 }),
    listed('Por', { days: 30 }),
    listed('Doporučení', { days: 0 }),
    listed('Porada vedení', { days: 2 }),
    listed('Porada z koše', { days: 0, deletedAt: new Date() }),
  ];

  test.each([
    [
      'por',
      'documents: Por | Porada vedení | Porada týmu | Týdenní porada | Plán oprav a rozpočet | Doporučení',
    ],
    ['porada tym', 'documents: Porada týmu'],
    ['týmu porada', 'documents: Porada týmu'],
    ['tp', 'documents: Týdenní porada'],
    ['oar', 'documents: Plán oprav a rozpočet'],
    ['PORADA VEDENI', 'documents: Porada vedení'],
  ])('%s', (query, expected) => {
    expect(shown(query, findable(documents))).toEqual([expected]);
  });

  test('English ones by initials, in any order of words', () => {
    const all = findable([listed('Quarterly business review'), listed('Review of the budget')]);
    expect(shown('qbr', all)).toEqual(['documents: Quarterly business review']);
    expect(shown('budget review', all)).toEqual(['documents: Review of the budget']);
    expect(shown('review', all)).toEqual(['documents: Review of the budget | Quarterly business review']);
  });

  test('equally good and old ones are in the order of the alphabet', () => {
    const all = findable([listed('Plán chaty'), listed('Plán cesty'), listed('Plán hradu')]);
    expect(shown('plán', all)).toEqual(['documents: Plán cesty | Plán hradu | Plán chaty']);
  });

  test('those of an owner come after those with the word in the title', () => {
    const all = findable([
      listed('Rozpočet', { days: 0, ownerId: 'petr', ownerName: 'Petr Malý' }),
      listed('Dopis Petrovi', { days: 8 }),
    ]);
    expect(shown('petr', all)).toEqual(['documents: Dopis Petrovi | Rozpočet', 'people: Petr Malý 1']);
    expect(shown('rozp maly', all)).toEqual(['documents: Rozpočet']);
  });

  test('an untitled one by its name in the list', () => {
    expect(findRows('bez', findable([listed('', { id: 'x' })]), 'cs')[0]?.rows).toHaveLength(1);
  });
});

test('nothing typed: the last opened documents, but not the open one, and what can be done', () => {
  const documents = [
    listed('A', { days: 3 }),
    listed('B', { days: 1 }),
    listed('Open', { days: 0 }),
    listed('Never'),
    listed('Gone', { days: 0, deletedAt: new Date() }),
  ];
  const all = findable(documents, { openDocumentId: 'Open', commands: COMMANDS });
  expect(shown(' ', all)).toEqual(['recent: B | A', 'commands: new | print | word']);
});

test('headings of the open document are in its order, best first', () => {
  const headings = ['Úvod a cíle', 'Cíle projektu', 'Závěr'].map((text) => ({ level: 1, text }));
  expect(shown('cile', findable([], { headings }))).toEqual(['headings: Cíle projektu | Úvod a cíle']);
  expect(findRows('cile', findable([], { headings }), 'cs')[0]?.rows[0]).toMatchObject({ index: 1 });
});

describe('commands', () => {
  test.each([
    ['nový', 'new'],
    ['new doc', 'new'],
    ['nd', 'new'],
    ['create', 'new'],
    ['tisk', 'print'],
    ['print', 'print'],
    ['docx', 'word'],
    ['export', 'word'],
  ])('%s: %s, in both languages', (query, id) => {
    expect(shown(query, findable([], { commands: COMMANDS }))).toEqual([`commands: ${id}`]);
  });

  test('a command at the start of a word comes before documents with the letters inside', () => {
    const all = findable([listed('Potisk triček')], { commands: [command('print', 'Tisk')] });
    expect(shown('tisk', all)).toEqual(['commands: print', 'documents: Potisk triček']);
    expect(shown('potisk', all)).toEqual(['documents: Potisk triček']);
  });
});

test('groups are bounded', () => {
  const documents = Array.from({ length: 300 }, (_, at) => listed(`Zápis ${at}`, { days: at }));
  const [group] = findRows('zápis', findable(documents), 'cs');
  expect(group?.rows).toHaveLength(8);
  expect(group?.rows[0]?.id).toBe('document Zápis 0');
});

test('ten thousand documents are ranked within a key', () => {
  const documents = Array.from({ length: 10_000 }, (_, at) =>
    listed(`Smlouva o dílo číslo ${at}`, { days: at }),
  );
  findRows('dilo', findable(documents), 'cs');
  const start = process.cpuUsage();
  findRows('smlouva dilo 99', findable(documents), 'cs');
  const { user } = process.cpuUsage(start);
  // Microseconds; a folding of all names would take several times as long.
  expect(user).toBeLessThan(250_000);
});
