import { useMemo, useState, type KeyboardEvent } from 'react';
import { isApple } from '../../ui/shortcut-label.ts';

export interface FindState {
  readonly state: 'closed' | 'finding' | 'replacing';
  readonly open: (state: 'finding' | 'replacing') => void;
  readonly close: () => void;
  /** True when the key is handled. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

/** Mod+F and Mod+H. A second Mod+F, in the field, opens the browser's own search. */
export function useFind(editable: boolean): FindState {
  const [state, setState] = useState<FindState['state']>('closed');
  return useMemo(
    () => ({
      state: state === 'replacing' && !editable ? 'finding' : state,
      open: setState,
      close: () => setState('closed'),
      onKeyDown: (event) => {
        const wanted = readShortcut(event);
        if (wanted === null) return false;
        event.preventDefault();
        setState(wanted);
        return true;
      },
    }),
    [state, editable],
  );
}

function readShortcut({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent): 'finding' | 'replacing' | null {
  // On a Mac, Control+F and Control+H move and delete, and ⌘H hides the app, so replacing is ⌥⌘F.
  const apple = isApple(navigator.platform);
  const mod = apple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (!mod || shiftKey) return null;
  const letter = key.toLowerCase();
  if (apple && altKey) return letter === 'f' || letter === 'ƒ' ? 'replacing' : null;
  if (altKey) return null;
  if (letter === 'f') return 'finding';
  return letter === 'h' && !apple ? 'replacing' : null;
}
