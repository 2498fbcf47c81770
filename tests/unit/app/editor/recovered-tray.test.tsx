// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { insertWords } from '../../../../src/app/editor/insert-words.ts';
import { RecoveredTray } from '../../../../src/app/editor/recovered-tray.tsx';
import type { Run } from '../../../../src/app/room/deleted-words.ts';
import type { RecoveredWords, WordTray } from '../../../../src/app/room/recovered-words.ts';
import { closeSeat, openSeat } from '../../../support/editors.ts';
import { fillInLayout, renderApp } from '../../../support/render-app.tsx';

const RUNS: readonly Run[] = [
  [
    { text: 'plain ', marks: {} },
    { text: 'bold', marks: { bold: {} } },
  ],
];

let offers: readonly RecoveredWords[];
const listeners = new Set<() => void>();
function put(next: readonly RecoveredWords[]): void {
  offers = next;
  for (const listener of listeners) listener();
}
const tray: WordTray = {
  list: () => offers,
  offer: () => undefined,
  letGo: () => undefined,
  dismiss: (id) => put(offers.filter((offer) => offer.id !== id)),
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  close: () => undefined,
};
const words = (id: number, text: string): RecoveredWords => ({ id, text, runs: RUNS });

beforeAll(fillInLayout);
beforeEach(() => put([]));

const onInsert = vi.fn<(runs: readonly Run[]) => void>();
const onEmptied = vi.fn<() => void>();
const draw = (language: 'en-US' | 'cs' = 'en-US', canInsert = true) =>
  renderApp(
    <RecoveredTray tray={tray} onInsert={canInsert ? onInsert : null} onEmptied={onEmptied} />,
    language,
  );

test('the region is there before it has something to say, and then says what was removed', () => {
  draw();
  const region = screen.getByRole('region', { name: 'Removed text' });
  expect(region.getAttribute('aria-live')).toBe('polite');
  expect(region.textContent).toBe('');
  act(() => put([words(1, 'with care')]));
  expect(region.textContent).toContain('Text you just typed was removed by a colleague’s change');
  expect(within(region).getByRole('listitem').textContent).toContain('with care');
});

test('words are inserted and gone from the tray, by keyboard too', async () => {
  onInsert.mockReset();
  put([words(1, 'with care')]);
  draw();
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Insert at the caret');
  await userEvent.keyboard('{Enter}');
  expect(onInsert).toHaveBeenCalledExactlyOnceWith(RUNS);
  expect(screen.queryByText('with care')).toBeNull();
});

test('copying keeps them; dismissing the last one gives the focus back', async () => {
  onEmptied.mockReset();
  put([words(1, 'with care'), words(2, 'and patience')]);
  const user = userEvent.setup();
  draw();
  const [first] = screen.getAllByRole('listitem');
  await user.click(within(first!).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('with care');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await user.click(within(first!).getByRole('button', { name: 'Dismiss' }));
  expect(onEmptied).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(onEmptied).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('who may not write any more can still copy, in Czech as well', () => {
  put([words(1, 'opatrně')]);
  draw('cs', false);
  expect(screen.queryByRole('button', { name: /Vložit/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Kopírovat' })).toBeTruthy();
});

test.each([
  ['<p>one two</p>', 5, '<p>one plain <strong>bold</strong>two</p>'],
  ['<pre><code>one two</code></pre>', 5, '<pre><code>one plain boldtwo</code></pre>'],
] as const)('into %s they go behind the caret, with what formatting is allowed there', (html, at, after) => {
  const seat = openSeat('Jana', '#ce0d6e');
  seat.editor.commands.setContent(html);
  seat.editor.commands.setTextSelection({ from: 2, to: at });
  insertWords(seat.editor, RUNS);
  expect(seat.editor.getHTML()).toBe(`${after}${html.startsWith('<pre') ? '<p></p>' : ''}`);
  expect(seat.editor.state.selection.from).toBe(at + 'plain bold'.length);
  seat.editor.commands.undo();
  expect(seat.editor.getText()).not.toContain('plain');
  closeSeat(seat);
});
