/** Comments that are being written, kept on the device by person, document and thread. */
import * as z from 'zod/mini';
import { commentBody } from '#contract/comments/comment-body.ts';
import { anchorSchema } from '#contract/comments/thread.ts';
import { draftPrefixOf } from '../room/comments/comments-on-device.ts';

/** In place of a thread: a comment that begins one. */
export const NEW_THREAD = 'new';

const draftSchema = z.object({
  body: z.nullable(commentBody),
  /** Of a comment that begins a thread. */
  anchor: z.nullable(z.omit(anchorSchema, { seq: true })),
  assignee: z.nullable(z.uuid()),
  /** Of document and thread, to show it where the document can't be opened. */
  title: z._default(z.string(), ''),
  quote: z._default(z.string(), ''),
});
type KeptDraft = z.infer<typeof draftSchema>;
export type Draft = Omit<KeptDraft, 'title' | 'quote'>;
export type DescribeDraft = (thread: string, draft: Draft) => Pick<KeptDraft, 'title' | 'quote'>;

export interface Drafts {
  readonly read: (thread: string) => Draft | null;
  /** Null removes it. */
  readonly keep: (thread: string, draft: Draft | null) => void;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const prefixOf = (userId: string, documentId: string): string => `${draftPrefixOf(userId)}${documentId}.`;

/** Where storage is blocked or full, a draft lasts as long as the page. */
export function openDrafts(
  storage: () => DraftStorage,
  userId: string,
  documentId: string,
  describe: DescribeDraft = () => ({ title: '', quote: '' }),
): Drafts {
  const onPage = new Map<string, Draft>();
  const keyOf = (thread: string): string => prefixOf(userId, documentId) + thread;
  const tryStorage = <Result>(act: (storage: DraftStorage) => Result): Result | null => {
    try {
      return act(storage());
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      return null;
    }
  };
  return {
    read: (thread) => {
      const kept = tryStorage((device) => device.getItem(keyOf(thread)));
      return (kept === null ? null : parse(kept)) ?? onPage.get(thread) ?? null;
    },
    keep: (thread, draft) => {
      if (draft === null) {
        onPage.delete(thread);
        tryStorage((device) => device.removeItem(keyOf(thread)));
        return;
      }
      onPage.set(thread, draft);
      tryStorage((device) =>
        device.setItem(keyOf(thread), JSON.stringify({ ...draft, ...describe(thread, draft) })),
      );
    },
  };
}

/** Those of a document, by thread. */
export function listDrafts(
  storage: Storage,
  userId: string,
  documentId: string,
): readonly (readonly [thread: string, KeptDraft])[] {
  const prefix = prefixOf(userId, documentId);
  return Object.entries<string>(storage).flatMap(([key, text]) => {
    const draft = key.startsWith(prefix) ? parse(text) : null;
    return draft ? [[key.slice(prefix.length), draft]] : [];
  });
}

/** Another build may have written it. */
function parse(text: string): KeptDraft | null {
  try {
    return draftSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
