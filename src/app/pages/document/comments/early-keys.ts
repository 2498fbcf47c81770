import { isCommentShortcut } from '../../../editor/comments/comment-keys.ts';

export interface EarlyKeys {
  /** Presses the kept key once more and ends. */
  readonly replay: () => void;
  readonly close: () => void;
}

const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta'];

/** Keeps the last key for comments that is pressed before their parts are loaded. A click, or the next key after F7, drops it. */
export function keepEarlyKeys(): EarlyKeys {
  let kept: (() => void) | null = null;
  const drop = (): void => void (kept = null);
  const press = (event: KeyboardEvent): void => {
    const { key, isComposing, altKey, ctrlKey, metaKey } = event;
    if (MODIFIERS.includes(key) || isComposing) return;
    const isStep = key === 'F7' && !altKey && !ctrlKey && !metaKey;
    const focused = document.activeElement;
    if (!isStep && !isCommentShortcut(event)) {
      if (focused !== document.body) drop();
      return;
    }
    event.preventDefault();
    if (!(focused instanceof HTMLElement)) return;
    // Text that is typed next belongs to the comment and must not replace the selected text.
    if (!isStep) focused.blur();
    kept = () => {
      focused.focus();
      focused.dispatchEvent(new KeyboardEvent(event.type, event));
    };
  };
  document.addEventListener('keydown', press, true);
  document.addEventListener('pointerdown', drop, true);
  const close = (): void => {
    document.removeEventListener('keydown', press, true);
    document.removeEventListener('pointerdown', drop, true);
  };
  return {
    replay: () => {
      close();
      kept?.();
      drop();
    },
    close,
  };
}
