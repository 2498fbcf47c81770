import { useMemo, useRef } from 'react';

interface MenuChoice {
  /** Remembers what to do; for `onSelect` of an item. */
  readonly choose: (run: () => void) => void;
  /** Does it; for `onCloseAutoFocus` of the menu. Without a choice the focus goes back to the button. */
  readonly onClose: (event: Event) => void;
}

/** Runs what was chosen in a menu after the menu has closed: earlier, it would take the focus back from the text. */
export function useMenuChoice(): MenuChoice {
  const chosen = useRef<(() => void) | null>(null);
  return useMemo(
    () => ({
      choose: (run) => {
        chosen.current = run;
      },
      onClose: (event) => {
        const run = chosen.current;
        chosen.current = null;
        if (!run) return;
        event.preventDefault();
        run();
      },
    }),
    [],
  );
}
