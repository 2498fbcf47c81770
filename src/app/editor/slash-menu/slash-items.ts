import type { Editor } from '@tiptap/core';
import {
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Heading5,
  Heading6,
  Pilcrow,
  MessageSquarePlus,
  type LucideIcon,
} from 'lucide-react';
import { editor as czech } from '../../i18n/cs/editor.ts';
import { editor as english } from '../../i18n/en-us/editor.ts';
import { foldWords } from '../../i18n/fold-text.ts';
import { CALLOUT_KINDS, type CalloutKind } from '../schema/callout-kinds.ts';
import { CALLOUT_ICONS } from '../callout/callout-tools.tsx';
import { askingIn } from '../comments/comments-key.ts';
import { toggleCallout } from '../callout/toggle-callout.ts';
import {
  FORMATTING_COMMANDS,
  type CommandId,
  type FormattingActions,
} from '../toolbar/formatting-commands.ts';
import { TEXT_STYLES } from '../toolbar/text-styles.ts';

/** Translation key in the `editor` namespace. */
type Name =
  | `command.${CommandId}`
  | `style.${(typeof TEXT_STYLES)[number]['style']}`
  | `callout.${CalloutKind}`
  | 'comment.add';

export interface SlashItem {
  readonly name: Name;
  readonly icon: LucideIcon;
  /** Folded search terms: names in both languages and synonyms. */
  readonly words: readonly string[];
  readonly run: (editor: Editor, actions: FormattingActions) => void;
  readonly isAvailable?: (editor: Editor) => boolean;
}

const STYLE_ICONS = {
  paragraph: Pilcrow,
  heading1: Heading1,
  heading2: Heading2,
  heading3: Heading3,
  heading4: Heading4,
  heading5: Heading5,
  heading6: Heading6,
};

const styles: readonly SlashItem[] = TEXT_STYLES.map(({ style, apply }) => {
  const more = style === 'paragraph' ? 'text plain obyčejný' : `h${style.slice(-1)} title titulek`;
  return {
    name: `style.${style}` as const,
    icon: STYLE_ICONS[style],
    words: foldWords(`${english.style[style]} ${czech.style[style]} ${more}`),
    run: apply,
  };
});

/** A command of the toolbar, with synonyms. */
function command(id: CommandId, more: string): SlashItem {
  const found = FORMATTING_COMMANDS.find((one) => one.id === id);
  if (!found) throw new Error(`there is no formatting command ${id}`);
  const { icon, run, isAvailable } = found;
  const words = foldWords(`${english.command[id]} ${czech.command[id]} ${more}`);
  return { name: `command.${id}`, icon, words, run, ...(isAvailable ? { isAvailable } : {}) };
}

const CALLOUT_WORDS: Readonly<Record<CalloutKind, string>> = {
  info: 'info information informace upozornění',
  success: 'success done hint úspěch hotovo rada',
  warning: 'attention important pozor důležité výstraha',
  danger: 'error caution critical chyba kritické zákaz',
};

const callouts: readonly SlashItem[] = CALLOUT_KINDS.map((kind) => ({
  name: `callout.${kind}` as const,
  icon: CALLOUT_ICONS[kind],
  words: foldWords(
    `${english.callout[kind]} ${czech.callout[kind]} ${english.command.callout} ${czech.command.callout} box ${CALLOUT_WORDS[kind]}`,
  ),
  run: (editor) => toggleCallout(editor, kind),
}));

const comment: SlashItem = {
  name: 'comment.add',
  icon: MessageSquarePlus,
  words: foldWords(`${english.comment.add} ${czech.comment.add} note poznámka komentovat`),
  run: (editor) => askingIn(editor)?.ask(),
  isAvailable: (editor) => askingIn(editor) !== null,
};

const [paragraph, heading1, heading2, heading3, ...smallHeadings] = styles as readonly [
  SlashItem,
  SlashItem,
  SlashItem,
  SlashItem,
  ...SlashItem[],
];

/** Blocks in the order of the menu: by how often they are used. */
const SLASH_ITEMS: readonly SlashItem[] = [
  paragraph,
  heading1,
  heading2,
  command('bulletList', 'ul unordered points nečíslovaný seznam puntíky'),
  command('orderedList', 'ol numbered numbers číslování pořadí'),
  command('taskList', 'todo checkbox checklist úkoly zaškrtávací'),
  command('table', 'grid rows columns mřížka řádky sloupce'),
  command('image', 'picture photo fotka fotografie'),
  heading3,
  command('blockquote', 'quote citát'),
  command('codeBlock', 'pre program'),
  command('horizontalRule', 'hr divider line separator oddělovač linka'),
  command(
    'details',
    'toggle details accordion fold expand spoiler rozbalit rozbalovací sbalit skrýt podrobnosti harmonika',
  ),
  ...callouts,
  command('blockMath', 'math equation latex tex matematika rovnice'),
  command('inlineMath', 'math equation latex tex matematika rovnice'),
  ...smallHeadings,
  comment,
];

/** Items for the text after the slash; each word must begin a word of the item. */
export function findSlashItems(query: string): readonly SlashItem[] {
  const typed = foldWords(query);
  return SLASH_ITEMS.filter(({ words }) =>
    typed.every((start) => words.some((word) => word.startsWith(start))),
  );
}
