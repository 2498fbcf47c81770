/** Formats shortcuts in ProseMirror's notation (`Mod-Shift-s`) for display and for assistive technology. */

const MAC_SYMBOLS: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' };

const SIGNS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', 'Escape Tab': 'Escape, Tab' };

export const isApple = (platform: string): boolean => /Mac|iPhone|iPad/.test(platform);

export const isWindows = (platform: string): boolean => platform.startsWith('Win');

/** "⇧⌘S" · "Ctrl+Shift+S" */
export function shortcutLabel(keys: string, apple: boolean): string {
  const { modifiers, key: name } = split(keys);
  const key = SIGNS[name] ?? name;
  if (!apple) return [...modifiers.map((name) => (name === 'Mod' ? 'Ctrl' : name)), key].join('+');
  const inAppleOrder = ['Ctrl', 'Alt', 'Shift', 'Mod'].filter((name) => modifiers.includes(name));
  return inAppleOrder.map((name) => MAC_SYMBOLS[name]).join('') + key;
}

/** Value of `aria-keyshortcuts`. */
export function ariaShortcut(keys: string, apple: boolean): string {
  const { modifiers, key } = split(keys);
  const spoken = modifiers.map((name) => {
    if (name === 'Mod') return apple ? 'Meta' : 'Control';
    return name === 'Ctrl' ? 'Control' : name;
  });
  return [...spoken, key].join('+');
}

function split(keys: string): { modifiers: string[]; key: string } {
  const parts = keys.split('-');
  const key = parts.pop() ?? '';
  return { modifiers: parts, key: key.length === 1 ? key.toUpperCase() : key };
}
