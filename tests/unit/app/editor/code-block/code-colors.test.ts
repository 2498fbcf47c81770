// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { CODE_LANGUAGES, readLanguage } from '../../../../../src/app/editor/code-block/code-languages.ts';
import { colorRanges, loadGrammar } from '../../../../../src/app/editor/code-block/highlighter.ts';
import { type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

const CODE = '<pre><code class="language-js">const a = 1</code></pre><p>end</p>';
const colored = ({ editor }: Seat, kind: string): (string | null)[] =>
  [...editor.view.dom.querySelectorAll(`.hljs-${kind}`)].map((one) => one.textContent);
const keywords = (seat: Seat): (string | null)[] => colored(seat, 'keyword');

test('there are twelve languages, sorted by name, and all can be loaded', async () => {
  expect(CODE_LANGUAGES).toHaveLength(12);
  expect(CODE_LANGUAGES.map(({ name }) => name)).toEqual(
    CODE_LANGUAGES.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other, 'en')),
  );
  for (const { id } of CODE_LANGUAGES) {
    await loadGrammar(id);
    expect(colorRanges(id, '<a b="c"> "x" 1 # *y*').every(({ from, to }) => from < to)).toBe(true);
  }
});

test.each([
  ['ts', 'typescript'],
  ['JS', 'javascript'],
  ['python', 'python'],
  ['klingon', undefined],
  [null, undefined],
  [7, undefined],
])('%s is the language %s', (attribute, id) => {
  expect(readLanguage(attribute)?.id).toBe(id);
});

test('code is colored for both, and the document has no colors', async () => {
  jana.editor.commands.setContent(CODE);
  await vi.waitFor(() => expect([keywords(jana), keywords(petr)]).toEqual([['const'], ['const']]));
  expect(jana.editor.getJSON().content?.[0]).toEqual({
    type: 'codeBlock',
    attrs: { language: 'js' },
    content: [{ type: 'text', text: 'const a = 1' }],
  });
});

test('local and remote changes are colored again, and so is a new language', async () => {
  jana.editor.commands.setContent(CODE);
  await vi.waitFor(() => expect(keywords(petr)).toEqual(['const']));
  petr.editor.view.dispatch(petr.editor.state.tr.insertText('let b = 2; ', 1));
  expect(keywords(petr)).toEqual(['let', 'const']);
  expect(keywords(jana)).toEqual(['let', 'const']);
  jana.editor.chain().setTextSelection(3).updateAttributes('codeBlock', { language: null }).run();
  expect(colored(jana, 'number')).toEqual([]);
  expect(colored(petr, 'number')).toEqual([]);
});

test('coloring writes nothing into the shared document', async () => {
  jana.editor.commands.setContent(CODE);
  const before = Y.encodeStateVector(jana.doc);
  await vi.waitFor(() => expect(keywords(jana)).toEqual(['const']));
  expect(Y.encodeStateVector(jana.doc)).toEqual(before);
});

test('typing elsewhere does not parse the code again', async () => {
  jana.editor.commands.setContent(CODE);
  await vi.waitFor(() => expect(keywords(jana)).toEqual(['const']));
  const element = jana.editor.view.dom.querySelector('.hljs-keyword');
  jana.editor.view.dispatch(jana.editor.state.tr.insertText('x', jana.editor.state.doc.content.size - 1));
  expect(jana.editor.view.dom.querySelector('.hljs-keyword')).toBe(element);
});
