// @vitest-environment jsdom
/** Shared content that does not fit the schema, put into the log past the linter (docs/decisions/0044). */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { closeSeat, connectSeats, openSeat, type Seat } from '../../../../support/editors.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';

beforeAll(fillInLayout);

const seats: Seat[] = [];
afterEach(() => {
  for (const seat of seats.splice(0)) closeSeat(seat);
});

const rootOf = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment(TEXT_ROOT);
const text = (words: string): Y.XmlText => new Y.XmlText(words);

function element(name: string, ...children: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement {
  const made = new Y.XmlElement(name);
  made.insert(0, children);
  return made;
}

/** An element with an attribute of any value. */
function withAttribute(name: string, attribute: string, value: unknown): Y.XmlElement {
  const made = element(name);
  made.setAttribute(attribute, value as string);
  return made;
}

const paragraph = (words: string): Y.XmlElement => element('paragraph', text(words));

/** Two people with a paragraph, the part, and another paragraph. */
function openTwo(put: (root: Y.XmlFragment) => void): readonly [Seat, Seat] {
  const author = new Y.Doc();
  rootOf(author).insert(0, [paragraph('Before'), paragraph('After')]);
  put(rootOf(author));
  const pair = ['Jana', 'Petr'].map((name) =>
    openSeat(name, '#ce0d6e', { state: Y.encodeStateAsUpdate(author) }),
  );
  seats.push(...pair);
  connectSeats(pair[0]!, pair[1]!);
  return [pair[0]!, pair[1]!];
}

type Part = Y.XmlElement | Y.XmlText;

const insert =
  (make: () => Part | Part[]) =>
  (root: Y.XmlFragment): void =>
    root.insert(1, [make()].flat());

/** Parts that the author puts between the paragraphs, and the number of those that can't be shown. */
const PARTS: readonly (readonly [name: string, put: (root: Y.XmlFragment) => void, parts: number])[] = [
  ['a text in the root', insert(() => [text('poison')]), 1],
  ['two texts in the root', insert(() => [text('poison'), text('more')]), 2],
  ['an empty text in the root', insert(() => [text('')]), 1],
  ['a list item in the root', insert(() => [element('listItem', paragraph('poison'))]), 1],
  ['a paragraph in a list', insert(() => [element('bulletList', paragraph('poison'))]), 1],
  ['a text in a quotation', insert(() => [element('blockquote', text('poison'))]), 1],
  [
    'a list item in a quotation beside a paragraph',
    insert(() => [element('blockquote', paragraph('kept'), element('listItem', paragraph('poison')))]),
    1,
  ],
  [
    'a paragraph in a paragraph',
    insert(() => [element('paragraph', text('a'), paragraph('poison'), text('b'))]),
    1,
  ],
  ['an image in code', insert(() => [element('codeBlock', element('image'))]), 1],
  [
    'a row without a table',
    insert(() => [element('tableRow', element('tableCell', paragraph('poison')))]),
    1,
  ],
  ['a table of paragraphs', insert(() => [element('table', paragraph('poison'))]), 1],
  [
    'two summaries',
    insert(() => [element('details', element('detailsSummary'), element('detailsSummary'))]),
    1,
  ],
  [
    'an object in a text',
    (root) => {
      root.insert(1, [paragraph('kept')]);
      ((root.get(1) as Y.XmlElement).get(0) as Y.XmlText).insertEmbed(2, { image: 'x' });
    },
    1,
  ],
  [
    'marks that no schema has',
    (root) => {
      root.insert(1, [paragraph('kept')]);
      const words = (root.get(1) as Y.XmlElement).get(0) as Y.XmlText;
      words.format(0, 2, { blink: {} });
      words.format(1, 2, { 'italic--AbCd+/9=': {} });
    },
    1,
  ],
  ['an unknown element', insert(() => [element('script', text('poison'))]), 1],
  ['values in the root', (root) => void root.insert(1, [1, null, 'x', { a: 1 }] as never), 0],
  [
    'a part within a part',
    (root) => {
      const inner = element('paragraph', element('mention', paragraph('poison')), paragraph('poison'));
      root.insert(1, [element('bulletList', inner)]);
    },
    1,
  ],
  [
    'a part beside a value',
    (root) => {
      const words = element('paragraph', element('mention', paragraph('poison')), paragraph('poison'));
      root.insert(1, [words]);
      words.insert(0, [1] as never);
    },
    1,
  ],
  [
    'a value in a quotation',
    (root) => {
      const quote = element('blockquote', paragraph('poison'));
      root.insert(1, [quote]);
      quote.insert(0, [null] as never);
    },
    1,
  ],
  ['an object as attribute', insert(() => [withAttribute('paragraph', 'textAlign', { a: 1 })]), 0],
  ['a text as attribute', insert(() => [withAttribute('paragraph', 'textAlign', new Y.XmlText())]), 0],
  ['a huge heading', insert(() => [withAttribute('heading', 'level', 1e9)]), 0],
  [
    'a list from an object',
    (root) => {
      const list = element('orderedList', element('listItem', paragraph('kept')));
      list.setAttribute('start', { a: 1 } as never);
      root.insert(1, [list]);
    },
    0,
  ],
  [
    'attributes of marks of any value',
    (root) => {
      const words = new Y.XmlText();
      root.insert(1, [element('paragraph', words)]);
      words.insert(0, 'kept', { link: { href: { a: 1 }, title: 7 }, highlight: { color: [1] } });
      words.insert(4, ' words', { link: { href: ['javascript:alert(1)'] }, highlight: null });
      words.format(6, 2, { bold: true });
    },
    0,
  ],
  [
    'marks of any value',
    (root) => {
      root.insert(1, [paragraph('kept')]);
      ((root.get(1) as Y.XmlElement).get(0) as Y.XmlText).format(0, 3, {
        link: { href: { a: 1 }, title: 7 },
        bold: 'x',
        highlight: [1],
      });
    },
    1,
  ],
  ['a summary alone', insert(() => [element('details', element('detailsSummary', text('kept')))]), 0],
  [
    'a list item without a paragraph',
    insert(() => [element('bulletList', element('listItem', element('horizontalRule')))]),
    0,
  ],
];

const shownTo = ({ editor }: Seat): unknown => editor.state.doc.toJSON();
const partsIn = ({ editor }: Seat): readonly Element[] => [...editor.view.dom.querySelectorAll('.unshown')];

function typeAtEnd({ editor }: Seat, words: string): void {
  const { doc, tr } = editor.state;
  editor.view.dispatch(tr.insertText(words, doc.content.size - 1));
}

function typeAtStart({ editor }: Seat, words: string): void {
  editor.view.dispatch(editor.state.tr.insertText(words, 1));
}

const countPoison = (doc: Y.Doc): number => plainText(rootOf(doc)).split('poison').length;

describe.each(PARTS)('%s', (_name, put, parts) => {
  test('is shown at its place, and two people edit around it', () => {
    const [jana, petr] = openTwo(put);
    const poison = countPoison(jana.doc);
    const length = rootOf(jana.doc).length;
    for (const seat of [jana, petr]) {
      expect(partsIn(seat).map((part) => part.querySelector('span')?.textContent)).toEqual(
        Array.from({ length: parts }, () => 'This part can’t be shown.'),
      );
      expect(seat.editor.view.dom.firstElementChild?.textContent).toBe('Before');
      expect(seat.editor.view.dom.lastElementChild?.textContent).toBe('After');
    }
    typeAtStart(jana, 'J1 ');
    typeAtEnd(petr, ' P1');
    typeAtEnd(jana, ' J2');
    typeAtStart(petr, 'P2 ');
    jana.editor.commands.setTextSelection(2);
    jana.editor.commands.splitBlock();
    // One step: both inputs of Petr.
    petr.editor.commands.undo();
    for (const seat of [jana, petr]) {
      expect(seat.editor.state.doc.textContent).toContain('J1 Before');
      expect(seat.editor.state.doc.lastChild?.textContent).toBe('After J2');
      expect(partsIn(seat)).toHaveLength(parts);
      expect(countPoison(seat.doc)).toBe(poison);
    }
    expect(shownTo(jana)).toEqual(shownTo(petr));
    expect(rootOf(jana.doc).length).toBe(length + 1);
  });

  test('is deleted by its button, and does not come back', () => {
    const [jana, petr] = openTwo(put);
    const sent: Uint8Array[] = [];
    jana.doc.on('update', (update: Uint8Array) => sent.push(update));
    typeAtStart(jana, 'x');
    for (let left = parts; left > 0; left -= 1) partsIn(jana)[0]?.querySelector('button')?.click();
    jana.editor.commands.undo();
    jana.editor.commands.redo();
    for (const seat of [jana, petr]) {
      expect(partsIn(seat)).toEqual([]);
      expect(seat.editor.state.doc.lastChild?.textContent).toBe('After');
    }
    for (const update of sent) expect(lintUpdate(update)).toMatchObject({ ok: true });
  });
});

test('select all and delete removes such a part, and undo brings back the rest', () => {
  const [jana, petr] = openTwo(
    insert(() => [text('poison'), element('blockquote', paragraph('kept'), text('poison'))]),
  );
  jana.editor.commands.selectAll();
  jana.editor.commands.deleteSelection();
  expect(partsIn(petr)).toEqual([]);
  jana.editor.commands.undo();
  expect(petr.editor.state.doc.textContent).toBe('BeforekeptAfter');
  expect(partsIn(petr)).toEqual([]);
  expect(shownTo(jana)).toEqual(shownTo(petr));
});

test.each([
  ['a table without rows', () => element('table')],
  ['a table of empty rows', () => element('table', element('tableRow'), element('tableRow'))],
  ['an empty list', () => element('bulletList')],
])('%s has nothing in it, and goes', (_name, make) => {
  const author = new Y.Doc();
  rootOf(author).insert(0, [make(), paragraph('After')]);
  const seat = openSeat('Jana', '#ce0d6e', { state: Y.encodeStateAsUpdate(author) });
  seats.push(seat);
  seat.editor.commands.insertContent('x');
  expect(plainText(rootOf(seat.doc))).toBe('xAfter');
});

test('such a part cannot be moved into another block', () => {
  const [jana, petr] = openTwo(insert(() => [text('poison')]));
  jana.editor.commands.selectAll();
  jana.editor.commands.toggleBlockquote();
  expect(shownTo(jana)).toEqual(shownTo(petr));
  expect(
    rootOf(petr.doc)
      .toArray()
      .filter((part) => part instanceof Y.XmlText),
  ).toHaveLength(1);
  expect(jana.editor.view.dom.querySelector('blockquote')).toBeNull();
});

test('an editor that is read-only shows it too, and changes nothing', () => {
  const [jana] = openTwo(insert(() => [text('poison'), element('bulletList', paragraph('poison'))]));
  jana.editor.setEditable(false);
  const before = Y.encodeStateAsUpdate(jana.doc);
  partsIn(jana)[0]?.querySelector('button')?.click();
  expect(partsIn(jana)).toHaveLength(2);
  expect(Y.encodeStateAsUpdate(jana.doc)).toEqual(before);
});

test('such a part that arrives while somebody has the caret in the text leaves the caret there', () => {
  const [jana, petr] = openTwo(() => undefined);
  jana.editor.commands.setTextSelection(jana.editor.state.doc.content.size - 2);
  rootOf(petr.doc).insert(0, [
    text('a long poison, longer than the text'),
    element('bulletList', paragraph('x')),
  ]);
  expect(partsIn(jana)).toHaveLength(2);
  expect(jana.editor.state.selection.$head.parent.textContent).toBe('After');
  jana.editor.commands.insertContent('!');
  expect(petr.editor.state.doc.lastChild?.textContent).toBe('Afte!r');
});

test('an attribute is taken away from what holds such a part', () => {
  const [jana, petr] = openTwo((root) => {
    const cell = element('tableCell', paragraph('kept'), element('listItem', paragraph('poison')));
    cell.setAttribute('colwidth', [120] as never);
    root.insert(1, [element('table', element('tableRow', cell))]);
  });
  const places: number[] = [];
  jana.editor.state.doc.descendants(
    ({ type: { name } }, at) => void (name === 'tableCell' && places.push(at)),
  );
  jana.editor.view.dispatch(jana.editor.state.tr.setNodeAttribute(places[0]!, 'colwidth', null));
  for (const { editor } of [jana, petr]) expect(editor.view.dom.querySelector('td')?.style.width).toBe('');
  expect(petr.editor.getText()).toContain('kept');
});
