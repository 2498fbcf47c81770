// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ContextToolbar } from '../../../../../src/app/editor/context-toolbar/context-toolbar.tsx';
import { NEW_TABLE } from '../../../../../src/app/editor/table/insert-table.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { cleanup, drawInPage, renderApp } from '../../../../support/render-app.tsx';
import { readHtml } from '../../../../support/editors.ts';

seatOne();
drawInPage();

beforeEach(() => seat.editor.view.dom.focus());

const toolbar = (name: string): HTMLElement => screen.getByRole('toolbar', { name });

test('plain text has no toolbar', () => {
  renderApp(<ContextToolbar editor={seat.editor} />);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a newly opened document has no toolbar until the text gets the focus', async () => {
  seat.editor.view.dom.blur();
  seat.editor.commands.setContent('<pre><code>x</code></pre><p></p>');
  seat.editor.commands.setTextSelection(2);
  renderApp(<ContextToolbar editor={seat.editor} />);
  expect(screen.queryByRole('toolbar')).toBeNull();
  act(() => seat.editor.view.dom.focus());
  expect(await screen.findByRole('toolbar', { name: 'Code block', hidden: true })).toBeTruthy();
  act(() => seat.editor.view.dom.blur());
  expect(screen.queryByRole('toolbar', { name: 'Code block', hidden: true })).toBeTruthy();
});

test('on touch devices the row and column menus are at the caret, as text', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
  onTestFinished(() => void vi.unstubAllGlobals());
  renderApp(<ContextToolbar editor={seat.editor} />);
  act(() => void seat.editor.commands.insertTable(NEW_TABLE));
  await waitFor(() => toolbar('Table'));
  const buttons = within(toolbar('Table')).getAllByRole('button');
  expect(buttons.map((one) => one.textContent)).toEqual(['Row', 'Column']);
  fireEvent.click(screen.getByRole('button', { name: 'Column' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Insert column right' }));
  await waitFor(() => expect(seat.editor.view.dom.querySelectorAll('th')).toHaveLength(4));
});

test('with a mouse, a table has handles instead', () => {
  renderApp(<ContextToolbar editor={seat.editor} />);
  act(() => void seat.editor.commands.insertTable(NEW_TABLE));
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('a callout shows its kinds; the pressed one lifts the text out', async () => {
  seat.editor.commands.setContent('<div data-type="callout" data-kind="danger"><p>a</p></div><p></p>');
  seat.editor.commands.setTextSelection(2);
  renderApp(<ContextToolbar editor={seat.editor} />, 'cs');
  const kind = (name: string): HTMLElement => within(toolbar('Rámeček')).getByRole('button', { name });
  expect(kind('Nebezpečí').getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(kind('Varování'));
  expect(seat.editor.getAttributes('callout')['kind']).toBe('warning');
  await waitFor(() => expect(kind('Varování').getAttribute('aria-pressed')).toBe('true'));
  fireEvent.click(kind('Varování'));
  expect(readHtml(seat.editor)).toBe('<p>a</p><p></p>');
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('code shows its language by name, even for an alias, and a copy button', async () => {
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

describe('placement', () => {
  const bars: Record<string, DOMRect> = {};

  /** A block that ends at the right edge of the column, on a page of this width. */
  async function showBeside(block: DOMRect, pageRight: number): Promise<HTMLElement> {
    const rects: Record<string, DOMRect> = {
      PRE: block,
      toolbar: new DOMRect(0, 0, 190, 44),
      'context-toolbar-place': new DOMRect(0, 110, pageRight, 0),
      ...bars,
    };
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const name = this.getAttribute('role') ?? (this.className || this.tagName);
      return rects[name] ?? new DOMRect();
    });
    seat.editor.commands.setContent('<pre><code>x</code></pre><p></p>');
    seat.editor.commands.setTextSelection(2);
    renderApp(<ContextToolbar editor={seat.editor} />);
    return screen.findByRole('toolbar', { name: 'Code block' });
  }

  function addBar(name: string, rect: DOMRect): void {
    const bar = document.createElement('div');
    bar.className = name;
    document.body.append(bar);
    bars[name] = rect;
    onTestFinished(() => {
      bar.remove();
      delete bars[name];
    });
  }

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const topOf = (bar: HTMLElement): string => bar.style.getPropertyValue('--top');

  test('beside the block, level with its first line, clear of the text', async () => {
    const bar = await showBeside(new DOMRect(288, 300, 704, 60), 1280);
    expect([bar.dataset['place'], topOf(bar)]).toEqual(['beside', '300px']);
    expect(bar.style.getPropertyValue('--left')).toBe('1004px');
    expect(bar.style.getPropertyValue('--width')).toBe('268px');
  });

  test('at the foot without room beside the column, and on touch devices', async () => {
    const bar = await showBeside(new DOMRect(288, 300, 704, 60), 1200);
    expect(bar.dataset['place']).toBe('foot');
    cleanup();
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }));
    const touched = await showBeside(new DOMRect(288, 300, 704, 60), 1280);
    expect(touched.dataset['place']).toBe('foot');
  });

  test.each([
    ['in a low window, with the word count below the text', 5000, innerHeight - 52],
    ['with the word count at the foot', 700, 648],
  ])('within the window: %s', async (_, toolsTop, top) => {
    addBar('document-tools', new DOMRect(0, toolsTop, 1280, 41));
    expect(topOf(await showBeside(new DOMRect(288, 5000, 704, 60), 1280))).toBe(`${top}px`);
  });

  test('below the find bar', async () => {
    addBar('find-bar', new DOMRect(900, 120, 380, 100));
    expect(topOf(await showBeside(new DOMRect(288, 130, 704, 60), 1280))).toBe('228px');
  });
});
