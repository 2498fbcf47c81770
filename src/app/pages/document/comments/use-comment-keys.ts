import { useEffect } from 'react';
import { cardId, focusCard } from '../../../comments/card-id.ts';
import type { Desk } from '../../../comments/desk.ts';

/**
 * F7 and Shift+F7 go from thread to thread; then Tab enters its card. While one is being attached, F7 goes to its card and Escape
 * ends it. `step` goes to the next one of the text and returns it; null
 * when there is none.
 */
export function useCommentKeys(step: (direction: 1 | -1) => string | null, desk: Desk): void {
  useEffect(() => {
    let hasStepped = false;
    const press = (event: KeyboardEvent): void => {
      const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (key === 'Shift' || event.isComposing) return;
      const isPlain = !altKey && !ctrlKey && !metaKey;
      const { attaching } = desk.read();
      if (attaching !== null && key === 'Escape') desk.endAttaching();
      if (attaching !== null && key === 'F7' && isPlain) {
        event.preventDefault();
        focusAttach(attaching.thread);
        return;
      }
      if (key === 'F7' && isPlain) {
        event.preventDefault();
        const id = step(shiftKey ? -1 : 1);
        if (id !== null) desk.activate(id);
        hasStepped = id !== null;
        return;
      }
      const { active } = desk.read();
      const isEntering = key === 'Tab' && isPlain && !shiftKey && hasStepped;
      if (isEntering && active !== null && focusCard(active)) {
        event.preventDefault();
        event.stopPropagation();
      }
      hasStepped = false;
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [step, desk]);
}

function focusAttach(thread: string): void {
  const card = document.getElementById(cardId(thread));
  (card?.querySelector<HTMLElement>('[data-attach]') ?? card)?.focus();
}
