import { Suspense, useEffect, type ReactNode } from 'react';
import { isApple } from '../../ui/shortcut-label.ts';
import { useOnceOpen } from '../../ui/use-once-open.ts';
import { hearFindKeys } from '../../ui/early-find.ts';
import { setFinding, useFinding } from './finder-state.ts';

/** Mod+K on every page of a signed-in user. Its content is loaded when it is first opened. */
export function Finder({ children }: { readonly children: ReactNode }) {
  const wasOpen = useOnceOpen(useFinding());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      // In the editor, with text selected, the keys make a link.
      if (event.defaultPrevented || event.isComposing || !isFindShortcut(event)) return;
      event.preventDefault();
      if (document.querySelector(MODAL) === null) setFinding(true);
    };
    const { wasAsked, stop } = hearFindKeys();
    if (wasAsked) setFinding(true);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      setFinding(false);
      stop();
    };
  }, []);
  // Suspends while its texts load; the page must not wait.
  return wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null;
}

/** Another dialog is open, or this one. */
const MODAL = '[data-sheet], [role="alertdialog"]';

// On a Mac, Control+K deletes to the end of the line.
function isFindShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const mod = isApple(navigator.platform) ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return mod && !altKey && !shiftKey && key.toLowerCase() === 'k';
}
