import { expect, test } from 'vitest';
import { FORMATTING_COMMANDS } from '../../../../src/app/editor/toolbar/formatting-commands.ts';
import { ariaShortcut, isApple, shortcutLabel } from '../../../../src/app/ui/shortcut-label.ts';

test.each([
  ['Mod-b', 'Ctrl+B', '⌘B', 'Control+B', 'Meta+B'],
  ['Mod-Shift-s', 'Ctrl+Shift+S', '⇧⌘S', 'Control+Shift+S', 'Meta+Shift+S'],
  ['Mod-Alt-1', 'Ctrl+Alt+1', '⌥⌘1', 'Control+Alt+1', 'Meta+Alt+1'],
  ['Shift-Enter', 'Shift+Enter', '⇧Enter', 'Shift+Enter', 'Shift+Enter'],
  ['Alt-Shift-ArrowUp', 'Alt+Shift+↑', '⌥⇧↑', 'Alt+Shift+ArrowUp', 'Alt+Shift+ArrowUp'],
  ['Mod-,', 'Ctrl+,', '⌘,', 'Control+,', 'Meta+,'],
])('%s', (keys, elsewhere, mac, aria, macAria) => {
  expect(shortcutLabel(keys, false)).toBe(elsewhere);
  expect(shortcutLabel(keys, true)).toBe(mac);
  expect(ariaShortcut(keys, false)).toBe(aria);
  expect(ariaShortcut(keys, true)).toBe(macAria);
});

test('platforms are recognised', () => {
  expect([isApple('MacIntel'), isApple('iPhone'), isApple('Win32'), isApple('Linux x86_64')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('no two commands have the same shortcut', () => {
  const keys = FORMATTING_COMMANDS.flatMap((command) => (command.keys ? [command.keys] : []));
  expect(new Set(keys).size).toBe(keys.length);
});
