// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { setTextLanguage } from '#contract/text/text-language.ts';
import { DocumentPreview } from '../../../../../src/app/editor/preview/document-preview.tsx';
import { closeSeat, openSeat } from '../../../../support/editors.ts';
import { renderApp } from '../../../../support/render-app.tsx';

function stateOf(html: string, title: string): Uint8Array {
  const seat = openSeat('Jana', '#ce0d6e');
  if (html !== '') seat.editor.commands.setContent(html);
  seat.doc.getText(TITLE_ROOT).insert(0, title);
  const state = Y.encodeStateAsUpdate(seat.doc);
  closeSeat(seat);
  return state;
}

test('shows the same content as the editor, without an editor', () => {
  const state = stateOf(
    '<h2>Kam</h2><p style="text-align: center"><strong>k moři</strong> <a href="https://a.cz" target="_self">a</a></p>' +
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>stan</p></li></ul><pre><code>1</code></pre><hr>',
    'Plán',
  );
  const { container } = renderApp(<DocumentPreview updates={[state]} />);
  expect(screen.getByRole('heading', { name: 'Plán' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Kam' }).tagName).toBe('H2');
  expect(container.querySelector('p')?.style.textAlign).toBe('center');
  expect(container.querySelector('strong')?.textContent).toBe('k moři');
  const link = screen.getByRole('link', { name: 'a' });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  const task = screen.getByRole<HTMLInputElement>('checkbox', { name: 'stan' });
  expect([task.checked, task.disabled]).toEqual([true, true]);
  expect(container.querySelector('pre code')?.textContent).toBe('1');
  expect(container.querySelector('[contenteditable="true"]')).toBeNull();
});

test('columns have their widths', () => {
  const row = '<tr><td colwidth="120"><p>a</p></td><td><p>b</p></td></tr>';
  const head = '<tr><td colspan="2" colwidth="120,0"><p>c</p></td></tr>';
  const { container } = renderApp(
    <DocumentPreview updates={[stateOf(`<table>${row}${head}</table>`, 'Plán')]} />,
  );
  const drawn = [...container.querySelectorAll('td')].map(({ style }) => `${style.width} ${style.minWidth}`);
  expect(drawn).toEqual(['120px 120px', ' ', ' ']);
});

test('code can be copied', () => {
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  renderApp(<DocumentPreview updates={[stateOf('<pre><code>a\n b</code></pre>', 'Plán')]} />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
  expect(writeText).toHaveBeenCalledWith('a\n b');
  Reflect.deleteProperty(navigator, 'clipboard');
});

test('details are closed at first and can be opened', () => {
  const state = stateOf('<details><summary>Kam</summary><p>k moři</p></details>', 'Plán');
  const { container } = renderApp(<DocumentPreview updates={[state]} />);
  const details = container.querySelector('details');
  expect(details?.open).toBe(false);
  expect(details?.querySelector('summary')?.textContent).toBe('Kam');
  expect(details?.textContent).toBe('Kamk moři');
});

test('a formula is drawn, and a version that contains only a formula is not empty', async () => {
  const state = stateOf('<div data-type="blockMath" data-latex="a^2"></div>', 'Plán');
  const { container } = renderApp(<DocumentPreview updates={[state]} />);
  await waitFor(() => expect(container.querySelector('math')).toBeTruthy());
  expect(screen.queryByText('This version has no text.')).toBeNull();
});

test('an empty version has a note, and one without a title is Untitled', () => {
  renderApp(<DocumentPreview updates={[stateOf('', '')]} />);
  expect(screen.getByText('This version has no text.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Untitled' })).toBeTruthy();
});

test('bytes that are not a document are reported as unreadable, not shown as empty', () => {
  renderApp(<DocumentPreview updates={[Uint8Array.of(1, 255, 7, 7)]} />);
  expect(screen.getByRole('alert').textContent).toBe('This version can’t be displayed.');
});

test('has the language of its text', () => {
  const doc = new Y.Doc();
  const langOf = (): string | undefined =>
    renderApp(
      <DocumentPreview updates={[Y.encodeStateAsUpdate(doc)]} />,
    ).container.querySelector<HTMLElement>('article')?.lang;
  expect(langOf()).toBe('en-US');
  setTextLanguage(doc, 'cs');
  expect(langOf()).toBe('cs');
});
