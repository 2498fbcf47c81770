// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BlockMenuItems } from '../../../../../src/app/editor/late-parts.ts';
import { FormattingToolbar } from '../../../../../src/app/editor/toolbar/formatting-toolbar.tsx';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { drawInPage, renderApp } from '../../../../support/render-app.tsx';
import { readHtml } from '../../../../support/editors.ts';

seatOne();
drawInPage();

const actions = { openLinkCard: () => undefined, chooseImages: () => undefined };
const html = (): string => readHtml(seat.editor);

function pointWith(device: 'finger' | 'mouse'): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: device === 'finger' && query === '(pointer: coarse)',
  }));
}

beforeEach(() => {
  seat.editor.commands.setContent('<p>one</p><p>two</p>');
  seat.editor.commands.setTextSelection(2);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function drawToolbar(): void {
  const blockMenu = <BlockMenuItems editor={seat.editor} actions={actions} />;
  renderApp(<FormattingToolbar editor={seat.editor} actions={actions} blockMenu={blockMenu} />, 'cs');
}

async function open(): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Nabídka bloku' }));
  await screen.findByRole('menu', { name: 'Nabídka bloku' });
}

test.each([
  ['Přesunout dolů', '<p>two</p><p>one</p>'],
  ['Duplikovat', '<p>one</p><p>one</p><p>two</p>'],
  ['Smazat blok', '<p>two</p>'],
])('touch devices offer "%s" for the block at the caret, then refocus the text', async (name, expected) => {
  pointWith('finger');
  drawToolbar();
  await open();
  fireEvent.click(screen.getByRole('menuitem', { name: new RegExp(name) }));
  await waitFor(() => expect(html()).toBe(expected));
  await waitFor(() => expect(document.activeElement).toBe(seat.editor.view.dom));
});

test('the block can be converted', async () => {
  pointWith('finger');
  drawToolbar();
  await open();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Změnit na' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Citace' }));
  await waitFor(() => expect(html()).toBe('<blockquote><p>one</p></blockquote><p>two</p>'));
  await waitFor(() => expect(document.activeElement).toBe(seat.editor.view.dom));
});

test('with a mouse, the block handle replaces the menu', () => {
  pointWith('mouse');
  drawToolbar();
  expect(screen.queryByRole('button', { name: 'Nabídka bloku' })).toBeNull();
});
