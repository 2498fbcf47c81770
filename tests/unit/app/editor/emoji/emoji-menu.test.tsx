// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { SuggestionList } from '../../../../../src/app/editor/suggestions/suggestion-list.tsx';
import type { Language } from '#contract/languages.ts';
import { pressKeys, typeText, readHtml } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { drawInPage, renderApp } from '../../../../support/render-app.tsx';

seatOne();
drawInPage();

beforeAll(async () => {
  await import('../../../../../src/app/editor/emoji/find-emoji.ts');
});

function show(language: Language = 'en-US'): void {
  const actions = { openLinkCard: () => undefined, chooseImages: () => undefined };
  renderApp(<SuggestionList editor={seat.editor} actions={actions} />, language);
}

const type = (text: string): void => act(() => typeText(seat, text));
const press = (key: string): void => act(() => void pressKeys(seat.editor, key));
const hidden = true;
const list = (): HTMLElement | null => screen.queryByRole('listbox', { hidden });
const offered = (): Promise<HTMLElement[]> => screen.findAllByRole('option', { hidden });

test('the list appears once loaded, has a name, and Enter inserts the character', async () => {
  show();
  type('so :tad');
  expect((await offered())[0]?.textContent).toBe('🎉party popper');
  expect(list()?.getAttribute('aria-label')).toBe('Insert an emoji');
  press('Enter');
  expect(readHtml(seat.editor)).toBe('<p>so 🎉</p>');
  act(() => void seat.editor.commands.undo());
  expect(readHtml(seat.editor)).toBe('<p>so :tad</p>');
});

test('Czech names work, and the emoji takes the format of the text around it', async () => {
  show('cs');
  seat.editor.commands.toggleBold();
  type('(:raket');
  expect((await offered())[0]?.textContent).toBe('🚀raketa');
  press('Tab');
  expect(readHtml(seat.editor)).toBe('<p><strong>(🚀</strong></p>');
});

test.each(['10:30', ':-) ', ':D', ':', 'a :b', 'https://a.cz:bez'])('%s opens no list', async (text) => {
  show();
  type(':te');
  await offered();
  act(() => void seat.editor.commands.clearContent());
  type(text);
  expect(list()).toBeNull();
});

test('a colon in code opens no list', async () => {
  show();
  type(':te');
  await offered();
  act(() => void seat.editor.commands.setContent('<pre><code></code></pre>'));
  act(() => void seat.editor.commands.setTextSelection(1));
  type(':smile');
  expect(list()).toBeNull();
});

test('Escape keeps the typed text', async () => {
  show();
  type(':smile');
  await offered();
  press('Escape');
  type('s ');
  expect(readHtml(seat.editor)).toBe('<p>:smiles </p>');
  expect(list()).toBeNull();
});
