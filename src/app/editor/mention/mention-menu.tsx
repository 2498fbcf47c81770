import type { Editor } from '@tiptap/core';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { Avatar } from '../../ui/avatar.tsx';
import { foldWords } from '../../i18n/fold-text.ts';
import { findMatch } from '../suggestions/find-match.ts';
import type { Suggestion } from '../suggestions/suggestion-store.ts';
import type { SuggestionSource } from '../suggestions/suggestion-source.ts';
import { insertedBy, mentionsInsertedIn } from './inserted-mentions.ts';
import type { KnownMember, MemberDirectory } from './member-directory.ts';

/** Matches `@` and `@Jana N`, but not an e-mail address. */
const AT = /(?:^|[\s(])(@(?:[\p{L}\p{M}\p{N}.'’‑-]{1,40}(?: [\p{L}\p{M}\p{N}.'’‑-]{0,40})?)?)$/u;
const MOST = 8;

/** Suggests members by name after a typed `@`. */
export const mentionMenu = (directory: MemberDirectory): SuggestionSource => ({
  char: '@',
  label: 'suggestions.members',
  find: ($position) => {
    const match = findMatch($position, '@', AT);
    if (match) directory.want();
    return match;
  },
  offer: (query) => {
    const members = directory.members();
    return members && findMembers(members, query).map((member) => toSuggestion(member, directory));
  },
  whenReady: (ready) => void directory.subscribe(ready),
});

/** Each typed word must begin a word of the name. */
export function findMembers(members: readonly KnownMember[], query: string): readonly KnownMember[] {
  const typed = foldWords(query);
  return members
    .filter(({ name }) => typed.every((start) => foldWords(name).some((word) => word.startsWith(start))))
    .slice(0, MOST);
}

const toSuggestion = (member: KnownMember, directory: MemberDirectory): Suggestion => ({
  id: member.userId,
  draw: () => (
    <>
      <Avatar name={member.name} color={member.color} sizePx={24} picture={member.picture} />
      <span translate="no" dir="auto">
        {member.name}
      </span>
    </>
  ),
  run: (editor) => {
    const insert = (): void => insertMention(editor, member);
    const shared = ySyncPluginKey.getState(editor.state) as { readonly doc: Y.Doc } | undefined;
    // A comment has no shared text.
    if (!shared) return insert();
    for (const mention of insertedBy(shared.doc, insert)) directory.mentioned(mention, mentionsInsertedIn);
  },
});

function insertMention(editor: Editor, { userId, name }: KnownMember): void {
  editor.commands.insertContent([
    { type: 'mention', attrs: { id: userId, label: name } },
    { type: 'text', text: ' ' },
  ]);
}
