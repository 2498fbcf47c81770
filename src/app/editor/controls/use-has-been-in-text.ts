import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';

/** Whether the text has had the focus. Until then the caret's place means nothing. */
export function useHasBeenInText(editor: Editor): boolean {
  const [hasBeen, setHasBeen] = useState(() => editor.isFocused);
  useEffect(() => {
    const come = (): void => setHasBeen(true);
    editor.on('focus', come);
    return () => void editor.off('focus', come);
  }, [editor]);
  return hasBeen;
}
