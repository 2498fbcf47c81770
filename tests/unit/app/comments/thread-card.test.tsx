// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { CommentsContext, type CommentsPart } from '../../../../src/app/comments/comments-context.ts';
import { ThreadCard } from '../../../../src/app/comments/thread-card.tsx';
import type { ShownThread } from '../../../../src/app/comments/types.ts';
import { renderInApp } from '../render-in-app.tsx';
import { comment, ID, JANA, makePart, NEAR, NOWHERE, PETR, say, thread } from './fake-comments.tsx';

vi.mock('../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: () => ({ abortSignal: () => Promise.resolve({ data: [], error: null, status: 200 }) }),
  }),
}));

const onActivate = vi.fn<() => void>();
beforeEach(() => {
  localStorage.clear();
  onActivate.mockReset();
});

interface Options extends Partial<CommentsPart> {
  readonly isActive?: boolean;
  readonly language?: Language;
}

function show(shown: ShownThread, { isActive = true, language = 'en-US', ...more }: Options = {}) {
  const part = makePart([shown], more);
  renderInApp(
    <CommentsContext value={part}>
      <ThreadCard thread={shown} isActive={isActive} onActivate={onActivate} />
    </CommentsContext>,
    { language },
  );
  return part;
}

const reply = comment('2', { author: PETR });
const twoReplies = thread('1', { comments: [comment('1'), reply, comment('3', { author: null })] });

test.each([
  ['en-US', 'Jana, to “quote 1”, 2 replies, open'],
  // Czech texts keep short prepositions on the line of the next word.
  ['cs', 'Jana, k\u00a0textu „quote 1“, 2\u00a0odpovědi, otevřený'],
] as const)('in %s the card is named for screen readers', (language, name) => {
  show(twoReplies, { language });
  expect(screen.getByRole('article', { name })).toBeTruthy();
});

test('a card that is not active shows the first comment and opens on a click', async () => {
  show(twoReplies, { isActive: false });
  expect(screen.queryByText('text 2')).toBeNull();
  expect(screen.getByText('2 replies')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Jana, to/ }));
  expect(onActivate).toHaveBeenCalledOnce();
});

test('an active card shows all comments, also of former members', () => {
  show(twoReplies);
  expect(screen.getByText('text 2')).toBeTruthy();
  expect(screen.getByText('Former member')).toBeTruthy();
});

test('a reply is sent to the thread, and its draft is gone', async () => {
  const part = show(twoReplies);
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reply to Jana' }), 'Yes');
  expect(part.drafts.read(ID('1'))?.body).toEqual(say('Yes'));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(part.store.calls).toEqual([
    ['add', { thread: ID('1'), comment: expect.any(String), anchor: null, body: say('Yes'), assignee: null }],
  ]);
  expect(part.drafts.read(ID('1'))).toBeNull();
});

test('Escape keeps the draft and returns to the text; the card opens with it', async () => {
  const part = show(twoReplies);
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
  await userEvent.keyboard('Half{Escape}');
  expect(part.left).toEqual(['text']);
  expect(part.drafts.read(ID('1'))?.body).toEqual(say('Half'));
  show(twoReplies);
  expect(screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value)).toContain('Half');
});

test('a mentioned person is assigned by a tick', async () => {
  const part = show(twoReplies);
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
  await userEvent.type(screen.getByRole('textbox'), '@Petr');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Assign to Petr' }));
  expect(screen.getByText('Petr will be notified.')).toBeTruthy();
  // The card has a reply button and the composer's.
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
  expect(part.store.calls[0]?.[1]).toMatchObject({ assignee: PETR });
});

test('an assignment is gone with the mention', async () => {
  const part = show(twoReplies);
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
  await userEvent.type(screen.getByRole('textbox'), '@Petr');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Assign to Petr' }));
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.type(screen.getByRole('textbox'), 'Nobody{Control>}{Enter}{/Control}');
  expect(part.store.calls[0]?.[1]).toMatchObject({ assignee: null });
});

test('resolve and reopen', async () => {
  const part = show(twoReplies);
  await userEvent.click(screen.getByRole('button', { name: 'Resolve' }));
  expect(part.store.calls).toEqual([['setState', ID('1'), 'resolved']]);
});

test('a resolved thread names its resolver and reopens', async () => {
  const part = show({ ...twoReplies, is_resolved: true, resolved_by: PETR });
  expect(screen.getByText('Resolved by Petr')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reopen' }));
  expect(part.store.calls).toEqual([['setState', ID('1'), 'open']]);
});

test('a commenter resolves own threads only', () => {
  show(thread('1', { created_by: PETR }), { isEditor: false });
  expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull();
});

test('a viewer reads why they cannot reply, and finds no actions', () => {
  show(twoReplies, { cannot: 'viewer' });
  expect(screen.getByText('You can view this document, but not comment on it.')).toBeTruthy();
  for (const name of ['Reply', 'Resolve', 'Add reaction'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a viewer still has the draft of a reply, with the reason', () => {
  const part = makePart([]);
  part.drafts.keep(ID('1'), { body: say('Half a thought'), anchor: null, assignee: null });
  show(twoReplies, { cannot: 'viewer' });
  expect(screen.getByText('You can view this document, but not comment on it.')).toBeTruthy();
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Half a thought');
});

const menuOf = async (nth: number): Promise<HTMLElement> => {
  await userEvent.click(screen.getAllByRole('button', { name: 'Comment menu' })[nth]!);
  return screen.findByRole('menu');
};

test('own comments are edited and deleted; of others only the owner deletes', async () => {
  const part = show(thread('1', { comments: [comment('1'), reply] }));
  // Only one menu: the reply is Petr's.
  expect(screen.getAllByRole('button', { name: 'Comment menu' })).toHaveLength(1);
  await userEvent.click(within(await menuOf(0)).getByRole('menuitem', { name: 'Edit' }));
  const field = screen.getByRole('textbox', { name: 'Edit comment' });
  await userEvent.clear(field);
  await userEvent.type(field, 'Better');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(part.store.calls).toEqual([['edit', ID('1'), say('Better')]]);
});

test('a comment is deleted after a question', async () => {
  const part = show(thread('1', { comments: [comment('1', { author: PETR }), reply] }), { isOwner: true });
  await userEvent.click(within(await menuOf(0)).getByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/The replies stay/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(part.store.calls).toEqual([['remove', ID('1')]]);
});

test('a deleted first comment stays as a stub', () => {
  show(thread('1', { comments: [comment('1', { body: null }), reply] }));
  expect(screen.getByText('This comment was deleted.')).toBeTruthy();
  expect(screen.getByText('text 2')).toBeTruthy();
});

test('a reaction is a switch of the user', async () => {
  const part = show(
    thread('1', { comments: [comment('1', { reactions: [{ emoji: '👍', users: [JANA, PETR] }] })] }),
  );
  const chip = screen.getByRole('button', { name: '👍 Jana and Petr' });
  expect(chip.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(chip);
  await userEvent.click(screen.getByRole('button', { name: 'Add reaction' }));
  await userEvent.click(await screen.findByRole('button', { name: 'React with 🚀' }));
  expect(part.store.calls).toEqual([
    ['react', ID('1'), '👍', false],
    ['react', ID('1'), '🚀', true],
  ]);
});

test('a comment that waits is marked; a refused one shows the reason, and can be sent again or discarded', async () => {
  const part = show(
    thread('1', {
      comments: [comment('1'), comment('2'), comment('3')],
      unsentComments: new Map([
        [ID('2'), { state: 'waiting' }],
        [ID('3'), { state: 'refused', code: 'rate_limited' }],
      ]),
    }),
  );
  expect(screen.getByText('Waiting to be sent…')).toBeTruthy();
  expect(screen.getByText(/^Not sent\. You’ve written a lot of comments/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(part.store.calls).toEqual([
    ['retry', ID('3')],
    ['remove', ID('3')],
  ]);
});

test('a thread near its place is attached to the text that is selected then', async () => {
  const { seq: _seq, ...anchor } = thread('9').anchor;
  const part = show(twoReplies, { placeOf: () => NEAR });
  expect(screen.getByText('The text was changed')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Attach to other text' }));
  expect([part.desk.read().attaching, part.left]).toEqual([{ thread: ID('1'), anchor: null }, ['text']]);

  const attach = screen.getByRole('button', { name: 'Attach here' });
  expect(attach.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Select the text that the comment is about.')).toBeTruthy();
  await userEvent.click(attach);
  expect(part.store.calls).toEqual([]);

  act(() => part.desk.aim(anchor));
  expect(screen.getByText('quote 9')).toBeTruthy();
  await userEvent.click(attach);
  expect(part.store.calls).toEqual([['attach', ID('1'), anchor]]);
  expect(await screen.findByText('The comment is attached to the selected text.')).toBeTruthy();
  expect(part.desk.read().attaching).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('article'));
});

test('attaching is given up, also by opening another thread', async () => {
  const part = show(twoReplies, { placeOf: () => NOWHERE });
  expect(screen.getByText('To deleted text')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Attach to other text' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(part.desk.read().attaching).toBeNull();
  act(() => part.desk.beginAttaching(ID('1')));
  act(() => part.desk.activate(ID('2')));
  expect(part.desk.read().attaching).toBeNull();
});

const unquoted = thread('1', { anchor: { ...thread('1').anchor, quote: '' } });

test.each([
  ['en-US', 'none', '(deleted text)', 'Jana, to deleted text, no replies, open'],
  ['en-US', 'near', '(deleted text)', 'Jana, to deleted text, no replies, open'],
  ['cs', 'near', '(smazaný text)', 'Jana, ke smazanému textu, bez odpovědí, otevřený'],
] as const)(
  'in %s a quote that the reader may not read is deleted text: %s',
  (language, state, text, name) => {
    show(unquoted, { language, placeOf: () => (state === 'near' ? NEAR : NOWHERE) });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('article', { name })).toBeTruthy();
  },
);

test('text that lives is not called deleted while its quote is missing', () => {
  show(unquoted);
  expect(screen.queryByText('(deleted text)')).toBeNull();
  expect(screen.getByRole('article', { name: 'Jana, no replies, open' })).toBeTruthy();
});

test('a link of a comment opens elsewhere and passes nothing on', () => {
  const body = {
    type: 'doc' as const,
    content: [
      {
        type: 'paragraph' as const,
        content: [
          {
            type: 'text' as const,
            text: 'here',
            marks: [
              { type: 'link' as const, attrs: { href: 'https://example.com/' } },
              { type: 'bold' as const },
            ],
          },
        ],
      },
    ],
  };
  show(thread('1', { comments: [comment('1', { body })] }));
  const link = screen.getByRole('link', { name: 'here' });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.querySelector('strong')).toBeTruthy();
});

test('comments of others are marked with a dot, and read once the whole card was in the window for a moment', () => {
  vi.useFakeTimers();
  const inView: ((entries: readonly { isIntersecting: boolean }[]) => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listener: (entries: readonly { isIntersecting: boolean }[]) => void) {
        inView.push(listener);
      }
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
  const late = comment('3', { created_at: new Date('2026-11-21T11:00:00Z') });
  const part = show(thread('1', { comments: [comment('1'), reply, late] }), { me: PETR });
  expect(screen.getByRole('article', { name: 'Jana, to “quote 1”, 2 replies, open, unread' })).toBeTruthy();
  expect(document.querySelector('[data-unread]')).not.toBeNull();
  inView[0]?.([{ isIntersecting: true }]);
  vi.advanceTimersByTime(1000);
  inView[0]?.([{ isIntersecting: false }]);
  vi.advanceTimersByTime(10_000);
  expect(part.store.calls).toEqual([]);
  inView[0]?.([{ isIntersecting: true }]);
  vi.advanceTimersByTime(1500);
  expect(part.store.calls).toEqual([['see', ID('1')]]);
  // Its replies are not shown.
  show(thread('2', { comments: [comment('4'), comment('5')] }), { me: PETR, isActive: false });
  expect(inView).toHaveLength(1);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['en-US', 'Věra (from a file)'],
  ['cs', 'Věra (ze souboru)'],
] as const)('in %s a comment that came in a file is of no member', (language, name) => {
  show(thread('1', { created_by: null, comments: [comment('1', { author: null, file_author: 'Věra' })] }), {
    language,
  });
  expect(within(screen.getByRole('article')).getByText(name)).toBeTruthy();
  expect(screen.getByRole('article').getAttribute('aria-label')).toMatch(name);
});
