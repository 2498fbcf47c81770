// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ShortcutHelp } from '../../../../../src/app/editor/shortcut-help/shortcut-help.tsx';
import { useShortcutHelp } from '../../../../../src/app/editor/shortcut-help/use-shortcut-help.ts';
import type { Language } from '#contract/languages.ts';
import { cleanup, fillInLayout, renderApp } from '../../../../support/render-app.tsx';

beforeAll(fillInLayout);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Page() {
  const { open, setOpen } = useShortcutHelp();
  return (
    <>
      <input aria-label="Text" />
      <ShortcutHelp open={open} onOpenChange={setOpen} />
    </>
  );
}

function show(platform: string, language: Language = 'en-US'): HTMLElement {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  renderApp(<Page />, language);
  const text = screen.getByRole('textbox', { name: 'Text' });
  act(() => text.focus());
  return text;
}

const help = (name = 'Keyboard shortcuts'): HTMLElement | null => screen.queryByRole('dialog', { name });

/** Shortcuts by the name of their command. */
function listed(dialog: HTMLElement): ReadonlyMap<string, string> {
  const keys = within(dialog).getAllByRole('definition');
  return new Map(
    within(dialog)
      .getAllByRole('term')
      .map((term, index) => [term.textContent, keys[index]?.textContent ?? '']),
  );
}

test('opens with Control+/, also with the Shift that a Czech keyboard needs for a slash, and returns to the text', async () => {
  const text = show('Win32');
  expect(fireEvent.keyDown(text, { key: '/' })).toBe(true);
  expect(help()).toBeNull();
  expect(fireEvent.keyDown(text, { key: '/', ctrlKey: true })).toBe(false);
  expect(help()).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(help()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(text));
  fireEvent.keyDown(text, { key: '/', code: 'BracketLeft', ctrlKey: true, shiftKey: true });
  expect(help()).toBeTruthy();
});

test('on a Mac, ⌘ opens it and is listed', () => {
  const text = show('MacIntel');
  fireEvent.keyDown(text, { key: '/', ctrlKey: true });
  expect(help()).toBeNull();
  fireEvent.keyDown(text, { key: '/', metaKey: true });
  const keys = listed(help()!);
  expect(keys.get('Bold')).toBe('⌘B');
  expect(keys.get('Strikethrough')).toBe('⇧⌘S');
  expect(keys.get('Heading 1')).toBe('⌥⌘1');
});

test('is available in Czech on Windows', () => {
  const text = show('Win32', 'cs');
  fireEvent.keyDown(text, { key: '/', ctrlKey: true });
  const keys = listed(help('Klávesové zkratky')!);
  expect(keys.get('Tučné')).toBe('Ctrl+B');
  expect(keys.get('Nadpis 1')).toBe('Ctrl+Shift+1');
  expect(keys.get('Zobrazit tento přehled')).toBe('Ctrl+/');
});
