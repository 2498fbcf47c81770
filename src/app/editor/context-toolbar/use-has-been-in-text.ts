import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';

/** Whether the person has put the caret into the text yet: where it stands in a document that was only opened says nothing. */
export function useHasBeenInText(editor: Editor): boolean {
  const [hasBeen, setHasBeen] = useState(() => editor.isFocused);
  useEffect(() => {
    const come = (): void => setHasBeen(true);
    editor.on('focus', come);
    return () => void editor.off('focus', come);
  }, [editor]);
  return hasBeen;
}
