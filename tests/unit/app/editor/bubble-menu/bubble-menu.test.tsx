// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { BubbleMenu } from '../../../../../src/app/editor/bubble-menu/bubble-menu.tsx';
import { pressKeys, readHtml } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { drawInPage, renderApp } from '../../../../support/render-app.tsx';

let linkCardsOpened: number;
/** Height of the selected text on the page. */
let lineTop: number;

seatOne();
drawInPage();

beforeEach(() => {
  linkCardsOpened = 0;
  lineTop = 300;
  vi.spyOn(seat.editor.view, 'coordsAtPos').mockImplementation(() => ({
    left: 10,
    right: 10,
    top: lineTop,
    bottom: lineTop + 20,
  }));
  seat.editor.commands.setContent('<p>one two</p><pre><code>code</code></pre><p></p>');
  renderApp(
    <BubbleMenu
      editor={seat.editor}
      actions={{ openLinkCard: () => (linkCardsOpened += 1), chooseImages: () => undefined }}
    />,
  );
  act(() => seat.editor.view.focus());
});

const menu = (): HTMLElement | null => screen.queryByRole('toolbar', { name: 'Selected text', hidden: true });
const placed = (): Promise<HTMLElement> => screen.findByRole('toolbar', { name: 'Selected text' });
const html = (): string => readHtml(seat.editor);
const text = (): HTMLElement => seat.editor.view.dom;

function select(from: number, to: number): void {
  act(() => void seat.editor.commands.setTextSelection({ from, to }));
}

test('offers formatting over selected text', async () => {
  expect(menu()).toBeNull();
  select(1, 4);
  const bar = await placed();
  const names = within(bar)
    .getAllByRole('button')
    .map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual(['Bold', 'Italic', 'Strikethrough', 'Link', 'Highlight', 'Code', 'More formatting']);
  fireEvent.click(within(bar).getByRole('button', { name: 'Bold' }));
  expect(html()).toContain('<p><strong>one</strong> two</p>');
  expect(within(bar).getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(within(bar).getByRole('button', { name: 'Link' }));
  expect(linkCardsOpened).toBe(1);
});

test.each([
  ['a caret', 2, 2],
  ['a space', 4, 5],
  ['code', 10, 13],
])('is not shown for %s', (_what, from, to) => {
  select(from, to);
  expect(menu()).toBeNull();
});

test('is not shown while the text is not editable', () => {
  act(() => seat.editor.setEditable(false));
  select(1, 4);
  expect(menu()).toBeNull();
});

test('appears when the mouse is released, not during the selection', async () => {
  fireEvent.pointerDown(text());
  select(1, 4);
  expect(menu()).toBeNull();
  fireEvent.pointerUp(window);
  await placed();
});

test('disappears when the text loses the focus, and returns with it', async () => {
  select(1, 4);
  await placed();
  act(() => text().blur());
  expect(menu()).toBeNull();
  act(() => text().focus());
  await placed();
});

test('arrows move along the menu, Escape returns to the text', async () => {
  const user = userEvent.setup();
  select(1, 4);
  const bar = await placed();
  act(() => within(bar).getByRole('button', { name: 'Bold' }).focus());
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Italic'));
  await user.keyboard('{End}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More formatting'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(text()));
  expect(seat.editor.state.selection.from).toBe(1);
});

test('Escape in the text hides it until the selection changes', async () => {
  select(1, 4);
  await placed();
  act(() => void pressKeys(seat.editor, 'Escape'));
  expect(menu()).toBeNull();
  select(2, 2);
  select(5, 8);
  await placed();
});

test('more formatting is in a submenu, which keeps the menu open', async () => {
  const user = userEvent.setup();
  select(1, 4);
  const bar = await placed();
  act(() => within(bar).getByRole('button', { name: 'More formatting' }).focus());
  await user.keyboard('{Enter}');
  const underline = await screen.findByRole('menuitemcheckbox', { name: /Underline/ });
  expect(menu()).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: /Horizontal rule/ })).toBeNull();
  await user.click(underline);
  await waitFor(() => expect(html()).toContain('<u>one</u>'));
});

test.each([
  ['above the window', -500],
  ['under the sticky bars', 90],
  ['below the window', 9000],
])('disappears when the selection is scrolled %s', async (_, top) => {
  select(1, 4);
  await placed();
  lineTop = top;
  fireEvent.scroll(window);
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected text' })).toBeNull());
  lineTop = 300;
  fireEvent.scroll(window);
  await placed();
});
