// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { insertRecovered } from '../../../../../src/app/editor/recovered/insert-recovered.ts';
import { RecoveredTray } from '../../../../../src/app/editor/recovered/recovered-tray.tsx';
import type { Paragraph } from '../../../../../src/app/room/deleted-text.ts';
import type { RecoveredText, RecoveryTray } from '../../../../../src/app/room/recovery-tray.ts';
import { closeSeat, openSeat, readHtml } from '../../../../support/editors.ts';
import { fillInLayout, renderApp } from '../../../../support/render-app.tsx';

const BOLD: Paragraph = [
  [
    { text: 'plain ', marks: {} },
    { text: 'bold', marks: { bold: {} } },
  ],
];
const ITALIC: Paragraph = [[{ text: 'italic', marks: { italic: {} } }]];

let offers: readonly RecoveredText[];
const listeners = new Set<() => void>();
function put(next: readonly RecoveredText[]): void {
  offers = next;
  for (const listener of listeners) listener();
}
const tray: RecoveryTray = {
  list: () => offers,
  offer: () => undefined,
  letGo: () => undefined,
  dismiss: (id) => put(offers.filter((offer) => offer.id !== id)),
  dismissAll: () => put([]),
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  close: () => undefined,
};
const words = (id: number, text: string, by: string | null = 'Petr'): RecoveredText => ({
  id,
  text,
  paragraphs: [BOLD],
  by,
});

beforeAll(fillInLayout);
beforeEach(() => put([]));

const onInsert = vi.fn<(paragraphs: readonly Paragraph[]) => void>();
const onEmptied = vi.fn<() => void>();
const draw = (language: 'en-US' | 'cs' = 'en-US', canInsert = true) =>
  renderApp(
    <RecoveredTray tray={tray} onInsert={canInsert ? onInsert : null} onEmptied={onEmptied} />,
    language,
  );

test('the live region exists before its content and then shows the removed text', () => {
  draw();
  const region = screen.getByRole('region', { name: 'Removed text' });
  expect(region.getAttribute('aria-live')).toBe('polite');
  expect(region.textContent).toBe('');
  act(() => put([words(1, 'with care')]));
  expect(within(region).getByRole('heading').textContent).toBe('Petr removed this');
  expect(within(region).getByRole('listitem').textContent).toContain('with care');
  act(() => put([words(1, 'with care', null)]));
  expect(within(region).getByRole('heading').textContent).toBe('Text you just typed was removed');
});

test('inserting text removes it from the tray, also by keyboard', async () => {
  onInsert.mockReset();
  put([words(1, 'with care')]);
  draw();
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Dismiss');
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Insert at the cursor');
  await userEvent.keyboard('{Enter}');
  expect(onInsert).toHaveBeenCalledExactlyOnceWith([BOLD]);
  expect(screen.queryByText('with care')).toBeNull();
});

test('copying keeps the offers; dismissing the last one returns the focus', async () => {
  onEmptied.mockReset();
  put([words(1, 'with care'), words(2, 'and patience')]);
  const user = userEvent.setup();
  draw();
  // The newest is on top.
  const [second, first] = screen.getAllByRole('listitem');
  expect(second?.textContent).toContain('and patience');
  await user.click(within(first!).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('with care');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await user.click(within(first!).getByRole('button', { name: 'Dismiss' }));
  expect(onEmptied).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onEmptied).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('several offers can be dismissed together, one has no button for that', async () => {
  onEmptied.mockReset();
  put([words(1, 'with care')]);
  draw('cs');
  expect(screen.getByRole('heading').textContent).toBe('Kdo text odstranil: Petr');
  expect(screen.queryByRole('button', { name: 'Zavřít vše' })).toBeNull();
  act(() => put([words(1, 'with care'), words(2, 'and patience', 'Eva')]));
  await userEvent.click(screen.getByRole('button', { name: 'Zavřít vše' }));
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(onEmptied).toHaveBeenCalledTimes(1);
});

test('a user without write access can still copy, in Czech as well', () => {
  put([words(1, 'opatrně')]);
  draw('cs', false);
  expect(screen.queryByRole('button', { name: /Vložit/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Kopírovat' })).toBeTruthy();
});

test.each([
  ['<p>one two</p>', [BOLD], '<p>one plain <strong>bold</strong>two</p>'],
  ['<pre><code>one two</code></pre>', [BOLD], '<pre><code>one plain boldtwo</code></pre><p></p>'],
  ['<p>one two</p>', [BOLD, ITALIC], '<p>one plain <strong>bold</strong></p><p><em>italic</em>two</p>'],
  [
    '<ul><li><p>one two</p></li></ul>',
    [BOLD, ITALIC],
    '<ul><li><p>one plain <strong>bold</strong></p><p><em>italic</em>two</p></li></ul>',
  ],
  [
    '<pre><code>one two</code></pre>',
    [BOLD, ITALIC],
    '<pre><code>one plain bold\nitalictwo</code></pre><p></p>',
  ],
] as const)('into %s the text goes behind the caret, with the formatting that fits', (html, all, after) => {
  const seat = openSeat('Jana', '#ce0d6e');
  seat.editor.commands.setContent(html);
  let start = 0;
  seat.editor.state.doc.descendants((node, at) => {
    if (node.isTextblock && node.textContent.startsWith('one')) start = at + 1;
  });
  seat.editor.commands.setTextSelection({ from: start, to: start + 4 });
  insertRecovered(seat.editor, all);
  expect(readHtml(seat.editor)).toBe(after);
  const { $from } = seat.editor.state.selection;
  expect($from.parent.textBetween(0, $from.parentOffset)).toMatch(all.length === 1 ? /bold$/ : /italic$/);
  seat.editor.commands.undo();
  expect(seat.editor.getText()).not.toContain('plain');
  closeSeat(seat);
});
