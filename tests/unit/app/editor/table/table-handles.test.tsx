// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { CellSelection } from '@tiptap/pm/tables';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TableHandles } from '../../../../../src/app/editor/table/table-handles.tsx';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { drawInPage, renderApp } from '../../../../support/render-app.tsx';

seatOne();
drawInPage();

/** Behind the start of the table, the row, the cell and its paragraph. */
const IN_FIRST = 4;

const cells = (): HTMLElement[] => [...seat.editor.view.dom.querySelectorAll<HTMLElement>('td, th')];
const texts = (): string[] =>
  [...seat.editor.view.dom.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent || '·').join(''),
  );
const handle = (name: string): HTMLElement => screen.getByRole('button', { name });
const items = (): Element[] => [...document.querySelectorAll('[role^=menuitem]')];
const names = (): (string | null)[] => items().map((item) => item.textContent);
const choose = (name: string): void => {
  const item = items().find(({ textContent }) => textContent === name);
  if (item) fireEvent.click(item);
};

/** A table of `ab` and `cd`, with the caret in `a`. */
beforeEach(() => {
  seat.editor.view.dom.focus();
  const row = (cell: string, ...all: string[]): string =>
    `<tr>${all.map((text) => `<${cell}><p>${text}</p></${cell}>`).join('')}</tr>`;
  seat.editor.commands.setContent(`<table>${row('th', 'a', 'b')}${row('td', 'c', 'd')}</table><p>after</p>`);
  seat.editor.commands.setTextSelection(IN_FIRST);
});

const goTo = (place: number): void => act(() => void seat.editor.commands.setTextSelection(place));

async function point(cell: HTMLElement): Promise<void> {
  act(() => void fireEvent.pointerMove(cell, { pointerType: 'mouse', buttons: 0 }));
  await act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
}

test('menus of the cell with the caret list the most used commands first', async () => {
  renderApp(<TableHandles editor={seat.editor} />);
  fireEvent.click(handle('Row'));
  expect(names()).toEqual([
    'Insert row below',
    'Insert row above',
    'Delete row',
    'Header row',
    'Merge with next cell',
    'Split cell',
    'Delete table',
  ]);
  expect(screen.getByRole('menuitemcheckbox', { name: 'Header row' }).getAttribute('aria-checked')).toBe(
    'true',
  );
  choose('Insert row below');
  await waitFor(() => expect(texts()).toEqual(['ab', '··', 'cd']));
  await waitFor(() => expect(document.activeElement).toBe(seat.editor.view.dom));
  fireEvent.click(handle('Column'));
  expect(names()).toEqual([
    'Insert column right',
    'Insert column left',
    'Delete column',
    'Header column',
    'Merge with cell below',
    'Split cell',
    'Delete table',
  ]);
  choose('Delete column');
  await waitFor(() => expect(texts()).toEqual(['b', '·', 'd']));
});

test('selected cells are merged by the menus of each of them', async () => {
  const { state, view } = seat.editor;
  act(() => view.dispatch(state.tr.setSelection(CellSelection.create(state.doc, 2, 2 + 5))));
  renderApp(<TableHandles editor={seat.editor} />);
  fireEvent.click(handle('Column'));
  expect(names()).toContain('Merge cells');
  expect(names()).not.toContain('Merge with cell below');
  choose('Merge cells');
  await waitFor(() => expect(texts()).toEqual(['ab', 'cd']));
  fireEvent.click(handle('Row'));
  expect(screen.getByRole('menuitem', { name: 'Merge with next cell' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  choose('Split cell');
  await waitFor(() => expect(texts()).toEqual(['ab·', 'cd']));
});

test('several selected cells keep the menus while the pointer crosses others', async () => {
  const { state, view } = seat.editor;
  act(() => view.dispatch(state.tr.setSelection(CellSelection.create(state.doc, 2, 2 + 5))));
  renderApp(<TableHandles editor={seat.editor} />);
  const last = cells().at(-1);
  if (last) await point(last);
  fireEvent.click(handle('Row'));
  choose('Merge cells');
  await waitFor(() => expect(texts()).toEqual(['ab', 'cd']));
});

test('menus belong to the cell at the pointer, wherever the caret is', async () => {
  goTo(seat.editor.state.doc.content.size - 2);
  renderApp(<TableHandles editor={seat.editor} />);
  expect(screen.queryByRole('toolbar')).toBeNull();
  const last = cells().at(-1);
  if (last) await point(last);
  fireEvent.click(handle('Row'));
  choose('Delete row');
  await waitFor(() => expect(texts()).toEqual(['ab']));
});

test('a remote change above keeps the handles at their cell', async () => {
  renderApp(<TableHandles editor={seat.editor} />);
  const last = cells().at(-1);
  if (last) await point(last);
  act(() => void seat.editor.view.dispatch(seat.editor.state.tr.insertText('more ', 4)));
  fireEvent.click(handle('Column'));
  choose('Delete column');
  await waitFor(() => expect(texts()).toEqual(['more a', 'c']));
});

test('a remote deletion of the table closes the menu', async () => {
  renderApp(<TableHandles editor={seat.editor} />, 'cs');
  await waitFor(() => handle('Řádek'));
  fireEvent.click(handle('Řádek'));
  act(() => void seat.editor.commands.setContent('<p>nothing</p>'));
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('keys move along the handles, into a menu, and back to the caret', async () => {
  renderApp(<TableHandles editor={seat.editor} />);
  await waitFor(() => handle('Row'));
  const press = (key: string): void =>
    void fireEvent.keyDown(document.activeElement ?? document.body, { key });
  act(() => screen.getByRole('toolbar', { name: 'Table' }).focus());
  expect(document.activeElement).toBe(handle('Row'));
  press('ArrowRight');
  expect(document.activeElement).toBe(handle('Column'));
  press('ArrowDown');
  await screen.findByRole('menu', { name: 'Column' });
  press('Escape');
  await waitFor(() => expect(document.activeElement).toBe(seat.editor.view.dom));
  expect(seat.editor.state.selection.from).toBe(IN_FIRST);
});

const edge = (name = 'Column width'): HTMLElement => screen.getByRole('separator', { name });
const widths = (): string[] => cells().map(({ style }) => style.width);
const changes = (): (() => number) => {
  let count = 0;
  seat.doc.on('update', () => (count += 1));
  return () => count;
};

describe('the end edge of a column', () => {
  const drag = (x: number): void => void fireEvent.pointerMove(edge(), { clientX: x });
  const press = (key: string): void => void fireEvent.keyDown(edge(), { key });
  beforeEach(() => {
    HTMLElement.prototype.setPointerCapture = () => undefined;
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200);
  });
  afterEach(() => void vi.restoreAllMocks());
  const grasp = (): void => void fireEvent.pointerDown(edge(), { button: 0, clientX: 500 });

  test('a drag shows the width at once and changes the text once', () => {
    renderApp(<TableHandles editor={seat.editor} />);
    const count = changes();
    expect(edge().getAttribute('aria-valuenow')).toBe('200');
    grasp();
    for (const x of [510, 530, 560]) drag(x);
    expect(edge().getAttribute('aria-valuenow')).toBe('260');
    expect(document.head.textContent).toContain('width: 260px');
    expect([count(), widths()]).toEqual([0, ['', '', '', '']]);
    fireEvent.pointerUp(edge(), { clientX: 560 });
    expect([count(), widths()]).toEqual([1, ['260px', '', '260px', '']]);
    expect(document.head.textContent).not.toContain('260px');
    act(() => void seat.editor.commands.undo());
    expect(widths()).toEqual(['', '', '', '']);
    expect(edge().getAttribute('aria-valuenow')).toBe('200');
  });

  test('a table from the right is dragged to the left, and its keys are mirrored', () => {
    seat.editor.view.dom.querySelector('table')!.style.direction = 'rtl';
    renderApp(<TableHandles editor={seat.editor} />);
    grasp();
    drag(460);
    fireEvent.pointerUp(edge(), { clientX: 460 });
    expect(widths()[0]).toBe('240px');
    seat.editor.view.dom.querySelector('table')!.style.direction = 'rtl';
    press('ArrowLeft');
    expect(widths()[0]).toBe('256px');
  });

  test.each<[string, () => void]>([
    ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
    ['a lost pointer', () => fireEvent.lostPointerCapture(edge())],
    ['no table any more', () => void seat.editor.commands.setContent('<p>nothing</p>')],
  ])('%s ends a drag without a change', (_, end) => {
    renderApp(<TableHandles editor={seat.editor} />);
    grasp();
    drag(560);
    act(end);
    const before = seat.editor.getHTML();
    if (screen.queryByRole('separator')) fireEvent.pointerUp(edge(), { clientX: 560 });
    expect(seat.editor.getHTML()).toBe(before);
    expect(before).not.toContain('260px');
    expect(document.head.textContent).not.toContain('260px');
  });

  test('remote changes during a drag stay, and the drag keeps its column', () => {
    renderApp(<TableHandles editor={seat.editor} />);
    grasp();
    drag(560);
    act(() => seat.editor.view.dispatch(seat.editor.state.tr.insertText('more ', 4)));
    act(() =>
      seat.editor.view.dispatch(seat.editor.state.tr.insert(0, seat.editor.schema.node('paragraph'))),
    );
    fireEvent.pointerUp(edge(), { clientX: 560 });
    expect(widths()).toEqual(['260px', '', '260px', '']);
    expect(texts()).toEqual(['more ab', 'cd']);
  });

  test('keys change it in steps, within bounds, as one step of undo; Home and a double click take it back', () => {
    renderApp(<TableHandles editor={seat.editor} />, 'cs');
    const named = (): HTMLElement => edge('Šířka sloupce');
    act(() => screen.getByRole('toolbar').focus());
    fireEvent.keyDown(document.activeElement!, { key: 'End' });
    expect(document.activeElement).toBe(named());
    const keys = (...all: string[]): void => {
      for (const key of all) fireEvent.keyDown(named(), { key });
    };
    keys('ArrowRight', 'ArrowRight', 'ArrowLeft');
    expect(widths()[0]).toBe('216px');
    expect(document.activeElement).toBe(named());
    act(() => void seat.editor.commands.undo());
    expect(widths()[0]).toBe('');
    keys(...Array.from({ length: 20 }, () => 'ArrowLeft'));
    expect(widths()[0]).toBe('48px');
    expect(named().getAttribute('aria-valuenow')).toBe('48');
    keys(...Array.from({ length: 70 }, () => 'ArrowRight'));
    expect(widths()[0]).toBe('1000px');
    keys('Home');
    expect(widths()[0]).toBe('');
    keys('ArrowLeft');
    fireEvent.doubleClick(named());
    expect(widths()).toEqual(['', '', '', '']);
    keys('ArrowUp');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Řádek' }));
  });

  test('the menu of a column with a width offers the automatic one', async () => {
    renderApp(<TableHandles editor={seat.editor} />);
    press('ArrowLeft');
    fireEvent.click(handle('Column'));
    expect(names()).toContain('Automatic width');
    choose('Automatic width');
    await waitFor(() => expect(widths()).toEqual(['', '', '', '']));
    fireEvent.click(handle('Column'));
    expect(names()).not.toContain('Automatic width');
  });
});
