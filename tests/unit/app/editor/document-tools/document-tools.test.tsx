// @vitest-environment jsdom
import { TextSelection } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { countDocument, countSelection } from '../../../../../src/app/editor/document-tools/count-words.ts';
import { DocumentTools } from '../../../../../src/app/editor/document-tools/document-tools.tsx';
import { findCurrent, readOutline } from '../../../../../src/app/editor/text/read-outline.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { drawInPage, renderApp } from '../../../../support/render-app.tsx';

seatOne();
const nobody = new Awareness(new Y.Doc());
drawInPage();

test.each([
  ['<p></p>', 0, 0],
  ['<p>Dobrý den, světe!</p>', 3, 17],
  ['<p>one</p><ul><li><p>two</p></li></ul>', 2, 6],
  ['<p>one<br>two</p>', 2, 6],
  ['<p>don’t re-do 3,5 – x</p>', 4, 19],
  ['<p>al<strong>pha</strong></p>', 1, 5],
  ['<p>u\u030a😀</p>', 1, 2],
])('%s has %i words and %i characters', (html, words, characters) => {
  seat.editor.commands.setContent(html);
  expect(countDocument(seat.editor.state.doc)).toEqual({ words, characters });
});

test('a range is counted too', () => {
  seat.editor.commands.setContent('<p>one two</p><p>three</p>');
  expect(countSelection(seat.editor.state.doc, TextSelection.create(seat.editor.state.doc, 5, 13))).toEqual({
    words: 2,
    characters: 6,
  });
});

test('selected cells are counted, and not those between them', () => {
  seat.editor.commands.setContent(
    '<table><tr><td>one two</td><td>no</td></tr><tr><td>three</td><td>no</td></tr></table>',
  );
  const { doc } = seat.editor.state;
  const places: number[] = [];
  doc.descendants((node, at) => void (node.type.name === 'tableCell' && places.push(at)));
  const selection = CellSelection.create(doc, places[0] ?? 0, places[2]);
  expect(countSelection(doc, selection)).toEqual({ words: 3, characters: 12 });
});

const HEADINGS = '<h1>A</h1><p>x</p><h2></h2><blockquote><h3>B</h3></blockquote>';

test('the outline lists every heading with text', () => {
  seat.editor.commands.setContent(HEADINGS);
  expect(readOutline(seat.editor.state.doc).map(({ level, text }) => [level, text])).toEqual([
    [1, 'A'],
    [3, 'B'],
  ]);
});

test.each([
  [[300, 500], -1],
  [[100, 500], 0],
  [[-900, 180, 181], 1],
  [[], -1],
])('with headings at %s the current one is number %i', (tops, current) => {
  expect(findCurrent(tops.length, (index) => tops[index]!, 180)).toBe(current);
});

test('of 5,000 headings few are measured to find the current one', () => {
  let measured = 0;
  const topOf = (index: number): number => {
    measured += 1;
    return index * 40 - 100_000;
  };
  expect(findCurrent(5000, topOf, 180)).toBe(2504);
  expect(measured).toBeLessThan(15);
});

test('a heading in the outline moves the caret there, and new headings appear', async () => {
  seat.editor.commands.setContent(HEADINGS);
  renderApp(<DocumentTools editor={seat.editor} awareness={nobody} onFind={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Outline' }));
  const outline = screen.getByRole('navigation', { name: 'Outline' });
  fireEvent.click(within(outline).getByRole('button', { name: 'B' }));
  expect(seat.editor.state.selection.$from.parent.textContent).toBe('B');
  act(() => void seat.editor.commands.insertContentAt(0, '<h1>First</h1>'));
  await waitFor(() => expect(within(outline).getByRole('button', { name: 'First' })).toBeTruthy());
  fireEvent.click(within(outline).getByRole('button', { name: 'Close the outline' }));
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('Czech numbers and plurals, for the document and the selection', async () => {
  vi.useFakeTimers();
  seat.editor.commands.setContent(`<p>${'slovo '.repeat(1234)}</p>`);
  renderApp(<DocumentTools editor={seat.editor} awareness={nobody} onFind={() => undefined} />, 'cs');
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toContain('1 234 slov');
  act(() => {
    seat.editor.commands.setTextSelection({ from: 1, to: 12 });
    vi.runAllTimers();
  });
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toMatch(/Vybráno:\s*2 slova\s*11 znaků/);
  vi.useRealTimers();
});

test('counting is debounced, with an upper limit', () => {
  vi.useFakeTimers();
  seat.editor.commands.setContent('<p>one</p>');
  renderApp(<DocumentTools editor={seat.editor} awareness={nobody} onFind={() => undefined} />);
  const write = (): void => {
    act(() => {
      seat.editor.commands.insertContentAt(1, 'more ');
      vi.advanceTimersByTime(200);
    });
  };
  for (let times = 0; times < 10; times += 1) write();
  expect(document.body.textContent).toContain('1 word');
  for (let times = 0; times < 20; times += 1) write();
  expect(document.body.textContent).toMatch(/2\d words/);
  act(() => void vi.advanceTimersByTime(1000));
  expect(document.body.textContent).toContain('31 words');
  vi.useRealTimers();
});

test('a selected formula has no words, so the whole document is counted', () => {
  seat.editor.commands.setContent('<p>one two</p>');
  seat.editor.commands.insertContentAt(9, { type: 'blockMath', attrs: { latex: 'a' } });
  seat.editor.commands.setNodeSelection(9);
  renderApp(<DocumentTools editor={seat.editor} awareness={nobody} onFind={() => undefined} />);
  expect(document.body.textContent).toContain('2 words');
  expect(document.body.textContent).not.toContain('Selected');
});
