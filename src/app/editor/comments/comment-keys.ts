import { isApple } from '../../ui/shortcut-label.ts';

export const COMMENT_KEYS = 'Mod-Alt-m';

/** By position of the key: with Alt it types another character on a Mac. AltGr, which Windows reports as Control+Alt, types. */
export function isCommentShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, code } = event;
  const isMod = isApple(navigator.platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isMod && altKey && !shiftKey && code === 'KeyM' && !event.getModifierState('AltGraph');
}
