import { useEffect, useState } from 'react';
import { isHelpShortcut } from './list-shortcuts.ts';

/** Open or not; Mod+/ opens it from anywhere on the page of a document. */
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
