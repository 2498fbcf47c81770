// @vitest-environment jsdom
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import type { Actor } from '#contract/authorship/name-actors.ts';
import type { Part } from '#contract/comparison/parts.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { readFile } from '../../../../../src/app/formats/read-file.ts';
import { writeComparison, type ComparisonTexts } from '../../../../../src/app/editor/out/write-comparison.ts';
import { compareSaved } from '../../../../../src/app/editor/preview/compare-saved.ts';
import type { Actors } from '../../../../../src/app/editor/preview/use-actors.ts';
import { readText } from '../../../../../src/app/formats/read-text.ts';
import { RESOLVES_NOTHING } from '../../../../../src/app/formats/resolve-addresses.ts';
import { block, p, text } from '../../../../support/document-nodes.ts';

const TEXTS: ComparisonTexts = {
  language: 'en-US',
  name: (title) => `${title} – changes`,
  untitled: 'Untitled',
  heading: 'Changes',
  between: 'Earlier text: A. Later text: B.',
  none: 'Nothing changed.',
  looks: { added: 'Added', removed: 'Deleted', moved: 'Moved here', formatted: 'Looks different' },
  describe: (kind, names) => `${kind} by ${names.join(' and ')}`,
  person: (name, count) => `${name ?? 'a former member'}: ${count}`,
  nobody: 'Nobody knows.',
  picture: 'Picture',
};

function stateOf(title: string, nodes: readonly DocumentNode[], client: number) {
  const doc = new Y.Doc();
  doc.clientID = client;
  doc.getText(TITLE_ROOT).insert(0, title);
  const blocks = writeDocument(nodes).toArray() as Y.XmlElement[];
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    blocks.map((one) => one.clone()),
  );
  return { seq: client, updates: [Y.encodeStateAsUpdate(doc)] };
}

type State = readonly [title: string, nodes: readonly DocumentNode[]];

const compared = (before: State, after: State) =>
  compareSaved({
    documentId: 'd',
    before: stateOf(...before, 1),
    after: stateOf(...after, 2),
    mayReadLog: true,
  })!;

/** Eva added everything, and Petr deleted everything. */
const authorsOf = (parts: readonly Part[]): [Part, readonly Actor[]][] =>
  parts.flatMap((part): [Part, readonly Actor[]][] => {
    if (part.kind === 'inside') return authorsOf(part.parts);
    if (part.kind !== 'before' && part.kind !== 'after') return [];
    const length = part.node.text?.length ?? 2 + plainText(part.node).length;
    return [[part, [{ client: part.kind === 'after' ? 2 : 3, length }]]];
  });

async function write(before: State, after: State, withAuthors = false) {
  const states = compared(before, after);
  const actors: Actors = {
    parts: new Map(authorsOf([...states.comparison.title, ...states.comparison.parts])),
    writers: new Map([
      [2, { id: 'e', name: 'Eva <b>', color: '#ce0d6e' }],
      [3, { id: 'p', name: 'Petr', color: '#0079a8' }],
    ]),
  };
  const file = await writeComparison({
    compared: states,
    actors: withAuthors ? actors : null,
    texts: TEXTS,
    loadPicture: () => Promise.resolve(null),
  });
  const source = new TextDecoder().decode(file.bytes);
  return { file, page: new DOMParser().parseFromString(source, 'text/html') };
}

const words = (page: Document, selector: string): readonly string[] =>
  [...page.querySelectorAll(`main ${selector}`)].map(({ textContent }) => textContent);

test('insertions and deletions are marked in the text, with a legend in words', async () => {
  const { file, page } = await write(
    ['Plan', [p('The cat sat here'), p('goes'), block('bulletList', block('listItem', p('one')))]],
    [
      'Plan B',
      [p('The dog sat here'), block('bulletList', block('listItem', p('one')), block('listItem', p('two')))],
    ],
  );
  expect(file.name).toBe('Plan B – changes.html');
  expect(words(page, 'ins')).toEqual(['dog', 'two']);
  expect(words(page, 'del')).toEqual(['cat', 'goes']);
  expect(page.querySelector('h1')?.innerHTML).toContain('<ins');
  expect(page.querySelector('li > ins[data-block] > p')?.textContent).toBe('two');
  const legend = page.querySelector('section[data-type="legend"]')!;
  expect(legend.textContent).toBe('ChangesEarlier text: A. Later text: B.AddedDeletedNobody knows.');
  expect([...legend.querySelectorAll('ins, del')].map(({ textContent }) => textContent)).toEqual([
    'Added',
    'Deleted',
  ]);
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(page.querySelectorAll('script')).toHaveLength(0);
});

test('imported again, it tells that its marks are gone', async () => {
  const { file } = await write(
    ['Plan', [p('goes'), p('The cat sat here')]],
    ['Plan B', [p('The dog & cat sat here')]],
  );
  const read = await readFile(file.name, file.bytes, {
    renderMarkdown: () => [],
    changes: 'accept',
    onProgress: () => undefined,
  });
  expect(read.ok && read.files[0]?.text.losses).toEqual([
    { kind: 'change', severity: 'simplified', count: 2, example: 'goes', block: null },
  ]);
});

test('words with another look are marked otherwise, and a text without changes says so', async () => {
  const looks = await write(['', [p('one two')]], ['', [p('one ', text('two', 'bold'))]]);
  expect(looks.page.querySelector('main span[data-change="formatted"] strong')?.textContent).toBe('two');
  expect(looks.page.querySelector('h1')?.textContent).toBe('Untitled');
  const same = await write(['A', [p('one')]], ['A', [p('one')]]);
  expect(same.page.querySelector('section')?.textContent).toContain('Nothing changed.');
  expect(same.page.querySelectorAll('[data-change]')).toHaveLength(0);
});

test('each change has its author in words and by number, as the legend lists them', async () => {
  const { page } = await write(
    ['A', [p('The cat sat here'), p('goes')]],
    ['A', [p('The dog sat here'), p('x')]],
    true,
  );
  const ins = page.querySelector('main ins')!;
  const del = page.querySelector('main del')!;
  expect([ins.getAttribute('title'), del.getAttribute('title')]).toEqual([
    'added by Eva <b>',
    'removed by Petr',
  ]);
  const names = [...page.querySelectorAll('section ol > li')].map(({ textContent }) => textContent);
  const numberOf = (name: string): string => String(names.findIndex((one) => one.startsWith(name)) + 1);
  expect(names.toSorted()).toEqual(['Eva <b>: 2', 'Petr: 2']);
  expect(ins.getAttribute('data-by')).toBe(numberOf('Eva'));
  expect(del.getAttribute('data-by')).toBe(numberOf('Petr'));
  expect(page.querySelector('section')?.textContent).not.toContain('Nobody');
});

const EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

test('no text, title or name becomes markup, and a picture that is gone is a loss', async () => {
  const image = {
    type: 'image',
    attrs: {
      src: '00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000001.png',
      alt: EVIL,
    },
  };
  const { file, page } = await write([EVIL, [p(EVIL)]], [`${EVIL} 2`, [p('new'), image]]);
  expect(page.querySelectorAll('script, [onerror], img')).toHaveLength(0);
  expect(page.querySelector('del')?.textContent).toBeTruthy();
  expect(file.losses).toMatchObject([{ kind: 'picture', severity: 'lost', count: 1 }]);
});

test('it is no text of ours to be read back: deleted words would come back with it', async () => {
  const { file } = await write(['A', [p('one')]], ['A', [p('two')]]);
  const { source, text: read } = readText('html', file.bytes, { name: '', folders: [] }, RESOLVES_NOTHING, {
    renderMarkdown: () => [],
    changes: 'accept',
    onProgress: () => undefined,
  });
  expect(source).toBe('foreign');
  expect(read.origin).toBeNull();
});
