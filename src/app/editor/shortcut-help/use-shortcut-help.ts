import { useEffect, useState } from 'react';
import { isApple } from '../../ui/shortcut-label.ts';

/** Mod+/ opens the help from anywhere on a document's page. */
export function useShortcutHelp() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isHelpShortcut(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return { open, setOpen };
}

/** Mod+/, with Shift on layouts where the slash needs it. */
function isHelpShortcut(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  const mod = isApple(navigator.platform) ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  return mod && !event.altKey && event.key === '/';
}
