/** Open threads as footnotes for files. */
import { useTranslation } from 'react-i18next';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { mentionText } from '#contract/text/leaf-text.ts';
import type { ShownThread } from '../../../comments/types.ts';
import type { Note, Notes } from '../../../editor/out/notes.ts';
import { formatExact } from '../../../i18n/format-date.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { isOpenThread } from './is-open-thread.ts';
import type { OpenComments } from './open-comments.ts';

/** Their texts are loaded with the comments. */
export function useCommentNotes(): (comments: OpenComments) => Notes {
  const { t } = useTranslation('comments', { useSuspense: false });
  const { language } = useLanguage();
  return ({ store, tracker, places }) => {
    const open = new Map(
      store
        .threads()
        .filter(isOpenThread)
        .map((thread) => [thread.id, thread]),
    );
    const people = store.people();
    const ends = new Map(places.ends().map(({ id, at }) => [id, at]));
    const noteOf = (thread: ShownThread): Note => {
      const { kind, quote } = thread.anchor;
      const { state } = tracker.placeOf(thread);
      const isHere = state === 'exact' || state === 'healed';
      const isWhole = kind === 'document';
      return {
        at: isWhole ? null : (ends.get(thread.id) ?? null),
        about: isWhole ? t('wholeDocument') : isHere ? null : t(state),
        quote: isWhole || isHere || quote === '' ? null : quote,
        entries: thread.comments
          .filter(({ id }) => !thread.unsentComments.has(id))
          .map(({ author, file_author: named, created_at: at, body }) => ({
            author: named ?? ((author !== null && people.get(author)) || t('formerMember')),
            date: formatExact(at, language),
            content: body === null ? [plain(t('deletedComment'))] : contentOf(body, people),
          })),
      };
    };
    // Those without a place come last.
    const ids = new Set([...ends.keys(), ...open.keys()]);
    return { label: t('title'), notes: [...ids].flatMap((id) => open.get(id) ?? []).map(noteOf) };
  };
}

const plain = (text: string): DocumentNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** Mentions are names: other programs have no people. */
function contentOf(body: CommentBody, people: ReadonlyMap<string, string>): readonly DocumentNode[] {
  const named = (node: DocumentNode): DocumentNode => {
    if (node.type !== 'mention') return node.content ? { ...node, content: node.content.map(named) } : node;
    const { id, label } = node.attrs as { readonly id: string; readonly label: string };
    return { type: 'text', text: mentionText({ label: people.get(id) ?? label }) };
  };
  return (body.content as readonly DocumentNode[]).map(named);
}
