import type { Editor } from '@tiptap/core';
import { useEffect, useState, type RefObject } from 'react';

/** True while the focus is in the text, in `menu` or in a menu opened from it, and no pointer button is pressed. */
export function useAttention({ view: { dom } }: Editor, menu: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(() => dom.contains(document.activeElement));
  const [isPressed, setPressed] = useState(false);

  useEffect(() => {
    const look = (target: EventTarget | null): void =>
      setNear(
        target instanceof Element &&
          (dom.contains(target) ||
            menu.current?.contains(target) === true ||
            target.closest('[role=menu]') !== null),
      );
    const come = ({ target }: FocusEvent): void => look(target);
    const go = ({ relatedTarget }: FocusEvent): void => look(relatedTarget);
    const press = (): void => setPressed(true);
    const release = (): void => setPressed(false);
    document.addEventListener('focusin', come);
    document.addEventListener('focusout', go);
    dom.addEventListener('pointerdown', press);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      document.removeEventListener('focusin', come);
      document.removeEventListener('focusout', go);
      dom.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, [dom, menu]);

  return isNear && !isPressed;
}
