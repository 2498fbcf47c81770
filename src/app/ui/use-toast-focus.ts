import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * Also the key of Radix for messages. It types nothing on any keyboard, and is free in browsers, screen readers and the editor;
 * letters with Alt are characters on a Mac, and menus elsewhere. A Mac needs fn with it, as with the key of the toolbar.
 */
export const MESSAGE_KEY = 'F8';

/**
 * `MESSAGE_KEY` moves the focus to the newest message with a button. Escape moves it back, as does the end of the message.
 * Returns the `onBlur` of the box with the messages, which renders again with them.
 */
export function useToastFocus(box: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { activeElement: focused } = document;
      const isInside = box.current?.contains(focused) === true;
      const newest = box.current?.querySelector('button');
      if (isMessageKey(event) && newest) {
        if (focused instanceof HTMLElement && !isInside) before.current = focused;
        newest.focus();
      } else if (event.key === 'Escape' && isInside && before.current) giveBack(before);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [box]);
  useEffect(() => {
    // The focused message is gone, and nothing else has taken the focus.
    if (document.activeElement === document.body) giveBack(before);
  });
  return ({ relatedTarget }) => {
    // The user has moved on.
    if (relatedTarget !== null && !box.current?.contains(relatedTarget)) before.current = null;
  };
}

const isMessageKey = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key === MESSAGE_KEY && !altKey && !ctrlKey && !metaKey && !shiftKey;

function giveBack(before: RefObject<HTMLElement | null>): void {
  before.current?.focus({ preventScroll: true });
  before.current = null;
}
