import { useEffect, useState } from 'react';
import { isHelpShortcut } from './list-shortcuts.ts';

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
