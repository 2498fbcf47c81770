/** Comments of a document in memory, for parts that draw them. */
import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { ThreadComment } from '#contract/comments/thread.ts';
import type { CommentsPart, FieldProps } from '../../../../src/app/comments/comments-context.ts';
import { openDesk } from '../../../../src/app/comments/desk.ts';
import { openDrafts } from '../../../../src/app/comments/drafts.ts';
import type { Place, ShownThread, ThreadStore } from '../../../../src/app/comments/types.ts';

export const ID = (letter: string): string =>
  `${letter.repeat(8)}-${letter.repeat(4)}-4${letter.repeat(3)}-8${letter.repeat(3)}-${letter.repeat(12)}`;
export const JANA = ID('a');
export const PETR = ID('b');
export const DOCUMENT = ID('d');

export const say = (text: string): CommentBody => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

export const mention = (id: string, label: string): CommentBody => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id, label } }] }],
});

export const comment = (id: string, more: Partial<ThreadComment> = {}): ThreadComment => ({
  id: ID(id),
  author: JANA,
  body: say(`text ${id}`),
  created_at: new Date('2026-11-21T10:00:00Z'),
  edited_at: null,
  file_author: null,
  reactions: [],
  ...more,
});

export const thread = (id: string, more: Partial<ShownThread> = {}): ShownThread => ({
  id: ID(id),
  version: 1,
  anchor: { kind: 'text', units: '1 0 4', seq: 1, quote: `quote ${id}`, before: '', after: '', heading: '' },
  place: null,
  is_resolved: false,
  resolved_by: null,
  resolved_at: null,
  assignee: null,
  created_by: JANA,
  created_at: new Date('2026-11-21T10:00:00Z'),
  comments: [comment(id)],
  unsent: null,
  unsentComments: new Map(),
  ...more,
});

export class FakeStore implements ThreadStore {
  readonly calls: unknown[][] = [];
  refusal: ErrorCode | null = null;
  #threads: readonly ShownThread[];
  readonly #listeners = new Set<() => void>();
  readonly #people = new Map([
    [JANA, 'Jana'],
    [PETR, 'Petr'],
  ]);

  constructor(threads: readonly ShownThread[]) {
    this.#threads = threads;
  }

  readonly threads = (): readonly ShownThread[] => this.#threads;
  readonly people = (): ReadonlyMap<string, string> => this.#people;
  readonly on = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(threads: readonly ShownThread[]): void {
    this.#threads = threads;
    for (const listener of this.#listeners) listener();
  }
  readonly #call =
    (name: string) =>
    (...args: unknown[]): Promise<ErrorCode | null> => {
      this.calls.push([name, ...args]);
      return Promise.resolve(this.refusal);
    };
  readonly add = (input: unknown): void => void this.calls.push(['add', input]);
  readonly edit = this.#call('edit');
  readonly remove = this.#call('remove');
  readonly setState = this.#call('setState');
  readonly assign = this.#call('assign');
  readonly react = this.#call('react');
  readonly attach = this.#call('attach');
  readonly see = (id: string): void => void this.calls.push(['see', id]);
  readonly retry = (id: string): void => void this.calls.push(['retry', id]);
  readonly close = (): void => undefined;
}

const textOf = (body: CommentBody | null): string => {
  const [block] = body?.content ?? [];
  const [inline] = block?.type === 'paragraph' ? (block.content ?? []) : [];
  return inline?.type === 'text' ? inline.text : '';
};

/** Plain text; a name after `@` mentions Petr. */
function PlainField({ initial, label, takesFocus, onChange, onSend, onLeave }: FieldProps) {
  const [text, setText] = useState(textOf(initial));
  return (
    <textarea
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange(value === '' ? null : value.startsWith('@') ? mention(PETR, value.slice(1)) : say(value));
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.ctrlKey) onSend();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onLeave();
      }}
    />
  );
}

export const EXACT: Place = { state: 'exact', ranges: [] };
export const NEAR: Place = { state: 'near', ranges: [] };
export const NOWHERE: Place = { state: 'none', ranges: [] };

export function makePart(
  threads: readonly ShownThread[],
  more: Partial<CommentsPart> = {},
): CommentsPart & { readonly store: FakeStore; readonly left: string[] } {
  const left: string[] = [];
  return {
    documentId: DOCUMENT,
    me: JANA,
    store: new FakeStore(threads),
    desk: openDesk(),
    drafts: openDrafts(() => localStorage, JANA, DOCUMENT),
    placeOf: () => EXACT,
    textAt: () => '',
    onMoved: () => () => undefined,
    cannot: null,
    laterReplies: () => 0,
    isEditor: true,
    isOwner: false,
    Field: PlainField,
    isTextGone: () => false,
    hadText: () => true,
    onShowVersion: (shown) => void left.push(`${shown.versionId} ${shown.threadId}`),
    scrollTo: (id) => void left.push(`to ${id}`),
    backToText: () => void left.push('text'),
    leaveSelection: () => void left.push('text'),
    ...more,
    left,
  } as CommentsPart & { readonly store: FakeStore; readonly left: string[] };
}
