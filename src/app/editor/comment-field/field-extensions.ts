import type { Extensions } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Placeholder } from '@tiptap/extensions/placeholder';
import { UndoRedo } from '@tiptap/extensions/undo-redo';
import { liveLink } from '../links/live-link.ts';
import type { Later } from '../../ui/load-later.tsx';
import { liveMention } from '../mention/live-mention.ts';
import type { MemberDirectory } from '../mention/member-directory.ts';
import { mentionMenu } from '../mention/mention-menu.tsx';
import { SafeLink } from '../schema/link.ts';
import { suggestionPlugin } from '../suggestions/suggestion-plugin.ts';
import { suggestions } from '../suggestions/suggestions.ts';
import { withTypedDelimiters } from '../typing/typed-marks.ts';

const PARTS = { suggestionPlugin };
/** This file itself loads late. */
const AT_HAND: Later<typeof PARTS> = {
  read: () => PARTS,
  ask: () => Promise.resolve(),
  wait: () => Promise.resolve(PARTS),
  subscribe: () => () => undefined,
};

/** The schema of comments (`comment-body.ts` in the contract) with the behaviour of the text. */
export const fieldExtensions = (members: MemberDirectory, placeholder: string): Extensions => [
  Document,
  Paragraph,
  Text,
  HardBreak,
  withTypedDelimiters(Bold, ['**', '__']),
  withTypedDelimiters(Italic, ['*', '_']),
  Code,
  liveLink(SafeLink),
  BulletList,
  OrderedList,
  ListItem.extend({ content: 'paragraph+' }),
  ListKeymap,
  liveMention(members),
  UndoRedo,
  Placeholder.configure({ placeholder }),
  suggestions(AT_HAND, [() => mentionMenu(members)]),
];
