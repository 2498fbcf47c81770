// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Editor } from '@tiptap/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { commentBody, type CommentBody } from '#contract/comments/comment-body.ts';
import { CommentField } from '../../../../../src/app/editor/comment-field/comment-field.tsx';
import { renderInApp } from '../../render-in-app.tsx';

const ID = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
vi.mock('../../../../../src/app/data/supabase.ts', () => ({
  getSupabase: () => ({
    rpc: () => ({ abortSignal: () => Promise.resolve({ data: [], error: null, status: 200 }) }),
  }),
}));

const onChange = vi.fn<(body: CommentBody | null) => void>();
const onSend = vi.fn<() => void>();
const onLeave = vi.fn<() => void>();
beforeEach(() => {
  onChange.mockReset();
  onSend.mockReset();
  onLeave.mockReset();
});

function show(initial: CommentBody | null = null, takesFocus = false): Editor {
  renderInApp(
    <CommentField
      initial={initial}
      documentId={ID}
      label="Comment"
      placeholder="Write a comment"
      takesFocus={takesFocus}
      {...{ onChange, onSend, onLeave }}
    />,
  );
  return (screen.getByRole('textbox', { name: 'Comment' }) as unknown as { editor: Editor }).editor;
}

const written = (): CommentBody | null | undefined => onChange.mock.lastCall?.[0];

const everything: CommentBody = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href: 'https://x.cz' } }] },
        { type: 'mention', attrs: { id: ID, label: 'Jana' } },
      ],
    },
    {
      type: 'orderedList',
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }] },
      ],
    },
  ],
};

test('the field has the focus, with the caret at its end, before the next key can be pressed', () => {
  const editor = show(everything, true);
  expect(document.activeElement).toBe(editor.view.dom);
  editor.commands.insertContent('!');
  expect(JSON.stringify(written())).toContain('one!');
});

test('all that a comment stores is read and written unchanged', () => {
  const editor = show(everything);
  editor.commands.insertContentAt(editor.state.doc.content.size - 3, '.');
  const body = written();
  expect(commentBody.safeParse(body).success).toBe(true);
  expect(JSON.stringify(body)).toContain('one.');
  expect({ ...body, content: body?.content.slice(0, 1) }).toEqual({
    ...everything,
    content: everything.content.slice(0, 1),
  });
});

test('what comments do not store stays out: headings, images, tables', () => {
  const editor = show();
  editor.commands.insertContent('<h1>Title</h1><img src="x"><table><tr><td>cell</td></tr></table>');
  expect(written()?.content.every(({ type }) => type === 'paragraph')).toBe(true);
});

test('an emptied field has no body', () => {
  const editor = show(everything);
  editor.commands.clearContent(true);
  expect(written()).toBeNull();
});

test('Mod+Enter sends, Escape leaves', async () => {
  const editor = show(everything);
  editor.view.dom.focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSend).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce());
});
