// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ContextToolbar } from '../../../../../src/app/editor/context-toolbar/context-toolbar.tsx';
import { NEW_TABLE } from '../../../../../src/app/editor/table/insert-table.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { drawInPage, renderApp } from '../../../../support/render-app.tsx';

seatOne();
drawInPage();

const toolbar = (name: string): HTMLElement => screen.getByRole('toolbar', { name });

test('in plain text there is none', () => {
  renderApp(<ContextToolbar editor={seat.editor} />);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('in a table, its rows and columns; Escape goes back to the text', async () => {
  renderApp(<ContextToolbar editor={seat.editor} />);
  act(() => void seat.editor.commands.insertTable(NEW_TABLE));
  await waitFor(() => toolbar('Table'));
  const names = within(toolbar('Table'))
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label'));
  expect(names).toContain('Add row below');
  expect(names).toContain('Delete table');
  fireEvent.click(screen.getByRole('button', { name: 'Add row below' }));
  expect(seat.editor.view.dom.querySelectorAll('tr')).toHaveLength(4);
  fireEvent.keyDown(toolbar('Table'), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(seat.editor.view.dom));
  fireEvent.click(screen.getByRole('button', { name: 'Delete table' }));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('in a callout, its kinds; the pressed one takes the text out of it', async () => {
  seat.editor.commands.setContent('<div data-type="callout" data-kind="danger"><p>a</p></div><p></p>');
  seat.editor.commands.setTextSelection(2);
  renderApp(<ContextToolbar editor={seat.editor} />, 'cs');
  const kind = (name: string): HTMLElement => within(toolbar('Rámeček')).getByRole('button', { name });
  expect(kind('Nebezpečí').getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(kind('Varování'));
  expect(seat.editor.getAttributes('callout')['kind']).toBe('warning');
  await waitFor(() => expect(kind('Varování').getAttribute('aria-pressed')).toBe('true'));
  fireEvent.click(kind('Varování'));
  expect(seat.editor.getHTML()).toBe('<p>a</p><p></p>');
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('in code, its language by name, also one that was typed as an alias, and a copy', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  seat.editor.commands.setContent('<pre><code class="language-py">  x = 1\n</code></pre><p></p>');
  seat.editor.commands.setTextSelection(2);
  renderApp(<ContextToolbar editor={seat.editor} />, 'cs');
  fireEvent.click(screen.getByRole('button', { name: 'Jazyk kódu: Python' }));
  expect(screen.getAllByRole('menuitemradio')).toHaveLength(13);
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'SQL' }));
  await waitFor(() => expect(seat.editor.getAttributes('codeBlock')['language']).toBe('sql'));
  fireEvent.click(screen.getByRole('button', { name: 'Kopírovat kód' }));
  expect(writeText).toHaveBeenCalledWith('  x = 1\n');
  Reflect.deleteProperty(navigator, 'clipboard');
});

test.each([
  ['in a low window, where the number of words is below the text', 5000],
  ['where it is at the foot', 730],
])('it stays in the window: %s', async (_, toolsTop) => {
  const tools = document.createElement('div');
  tools.className = 'document-tools';
  document.body.append(tools);
  const rects: Record<string, DOMRect> = {
    PRE: new DOMRect(0, 640, 700, innerHeight - 640 - 10),
    toolbar: new DOMRect(0, 0, 200, 44),
    'document-tools': new DOMRect(0, toolsTop, 700, 41),
  };
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const name = this.getAttribute('role') ?? (this.className || this.tagName);
    return rects[name] ?? new DOMRect();
  });
  seat.editor.commands.setContent('<pre><code>x</code></pre><p></p>');
  seat.editor.commands.setTextSelection(2);
  renderApp(<ContextToolbar editor={seat.editor} />);
  const bar = await screen.findByRole('toolbar', { name: 'Code block' });
  expect(bar.style.getPropertyValue('--top')).toBe('588px');
  tools.remove();
  vi.restoreAllMocks();
});
