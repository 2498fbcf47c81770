import { useTranslation } from 'react-i18next';
import { findMatch } from '../suggestions/find-match.ts';
import type { Suggestion } from '../suggestions/suggestion-store.ts';
import type { SuggestionSource } from '../suggestions/suggestion-source.ts';
import { findSlashItems, type SlashItem } from './slash-items.ts';

/** A slash at the start of a block, a line or a word, followed by a letter: not in `1 / 2`, `//` or `/ or`. */
const SLASH = /(?:^|\s)(\/(?:\p{L}[^/]{0,40})?)$/u;

/** Suggests blocks by name after a typed `/`. */
export const slashMenu: SuggestionSource = {
  char: '/',
  label: 'suggestions.blocks',
  find: ($position) => findMatch($position, '/', SLASH),
  offer: (query, editor) =>
    findSlashItems(query)
      .filter((item) => item.isAvailable?.(editor) ?? true)
      .map(toSuggestion),
};

const toSuggestion = (item: SlashItem): Suggestion => ({
  id: item.name,
  draw: () => <SlashOption item={item} />,
  run: item.run,
});

function SlashOption({ item }: { item: SlashItem }) {
  const { t } = useTranslation('editor');
  return (
    <>
      <item.icon size={18} aria-hidden />
      <span>{t(item.name)}</span>
    </>
  );
}
