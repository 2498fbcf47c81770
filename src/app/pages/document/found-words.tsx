import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { readFoundWords } from '../../data/paths.ts';
import type { PartProps } from './use-open-page.ts';

/** Shows the words that the address names, again after each click on such a link. */
export function FoundWords({ page }: PartProps) {
  const { hash, key } = useLocation();
  const words = readFoundWords(hash);
  return words === null ? null : <ShownWords key={key} page={page} words={words} />;
}

const AGAIN_MS = 50;

/** Waits until the text is drawn. */
function ShownWords({ page: { editor }, words }: PartProps & { readonly words: string }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const show = (): void => {
      if (editor.current) void editor.current.showWords(words);
      else timer = setTimeout(show, AGAIN_MS);
    };
    show();
    return () => clearTimeout(timer);
  }, [words, editor]);
  return null;
}
