import type { Editor } from '@tiptap/core';
import { useTranslation } from 'react-i18next';
import { findWords } from '../suggestions/find-words.ts';
import type { Suggestion } from '../suggestions/suggestion-store.ts';
import type { SuggestionSource } from '../suggestions/suggestion-source.ts';
import type { Emoji, findEmoji } from './find-emoji.ts';

/** As in `:smile` or `:+1`, not in `10:30` and `:-)`; two letters, because `:D` is enough for many. */
const COLON = /(?:^|[\s(])(:(?:\p{L}[\p{L}\p{M}\p{N}_]{0,30}|[+-]1?))$/u;
const LEAST_CHARS = 2;

/** Emoji by their names in both languages, after a typed `:`. What is inserted is the character itself. */
export function emojiMenu(): SuggestionSource {
  let find: typeof findEmoji | null = null;
  let whenLoaded = (): void => undefined;
  const load = (): void => {
    // Without the network the list stays empty; the next letter asks again.
    import('./find-emoji.ts').then(
      (loaded) => {
        find = loaded.findEmoji;
        whenLoaded();
      },
      () => undefined,
    );
  };
  return {
    char: ':',
    label: 'suggestions.emoji',
    find: ($position) => {
      const match = findWords($position, ':', COLON);
      if (match && find === null) load();
      return match && match.query.length >= LEAST_CHARS ? match : null;
    },
    offer: (query) => find?.(query).map(toSuggestion) ?? null,
    whenReady: (ready) => {
      whenLoaded = ready;
    },
  };
}

const toSuggestion = (emoji: Emoji): Suggestion => ({
  id: emoji.emoji,
  draw: () => <EmojiOption emoji={emoji} />,
  run: ({ view }: Editor) => view.dispatch(view.state.tr.insertText(emoji.emoji).scrollIntoView()),
});

function EmojiOption({ emoji: { emoji, name } }: { emoji: Emoji }) {
  const { i18n } = useTranslation();
  return (
    <>
      <span className="suggestion-emoji" aria-hidden>
        {emoji}
      </span>
      <span>{i18n.language === 'cs' ? name.cs : name.en}</span>
    </>
  );
}
