import type { Editor } from '@tiptap/core';
import { useTranslation } from 'react-i18next';
import { findMatch } from '../suggestions/find-match.ts';
import type { Suggestion } from '../suggestions/suggestion-store.ts';
import type { SuggestionSource } from '../suggestions/suggestion-source.ts';
import type { Emoji, findEmoji } from './find-emoji.ts';

/** Matches `:smile` and `:+1`, not `10:30` or `:-)`. At least two characters, because `:D` is often meant as it is. */
const COLON = /(?:^|[\s(])(:(?:\p{L}[\p{L}\p{M}\p{N}_]{0,30}|[+-]1?))$/u;
const LEAST_CHARS = 2;

/** Suggests emoji after a typed `:`, by their names in both languages. Inserts the character itself. */
export function emojiMenu(): SuggestionSource {
  let find: typeof findEmoji | null = null;
  let whenLoaded = (): void => undefined;
  const load = (): void => {
    // Offline the list stays empty; the next character tries again.
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
      const match = findMatch($position, ':', COLON);
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
