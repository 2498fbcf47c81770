// @vitest-environment jsdom
/** Where a thread stands after a change: on the page that made it, on another page, and after the fold. */
import { afterEach, describe, expect, test } from 'vitest';
import { readPassages } from '#contract/comments/read-passages.ts';
import { moveBlocksBy } from '../../../../../src/app/editor/move-blocks/move-blocks.ts';
import {
  CommentedPage,
  cut,
  dragTo,
  pauseALittle,
  select,
  textAt,
  type TestThread,
} from '../../../../support/commented-page.ts';
import { paste, pause, pressKeys, typeText } from '../../../../support/editors.ts';

let page: CommentedPage;
afterEach(() => page.close());

type Expected = readonly [state: string, text: string];

interface Case {
  readonly name: string;
  readonly html?: string;
  readonly at: string;
  readonly kind?: 'text' | 'node' | 'document';
  readonly act: (page: CommentedPage, thread: TestThread) => void | Promise<void>;
  /** After the fold, on both pages. */
  readonly to: Expected;
  /** On Anna's page before that, if it differs: she makes the changes. */
  readonly live?: Expected;
  /** On the page of Boris before the fold, if it differs. */
  readonly remote?: Expected;
}

const ID = '00000000-0000-4000-8000-000000000000';
const IMAGE = `${ID}/${ID}.png`;
const TEXT =
  '<p>The first paragraph stands here.</p><p>Alpha beta gamma delta epsilon.</p><p>And the last one ends it.</p>';
const remove =
  (words: string) =>
  ({ anna }: CommentedPage) => {
    select(anna, words);
    anna.editor.commands.deleteSelection();
  };
const typeAt = ({ anna }: CommentedPage, words: string, at: number, text: string): void => {
  select(anna, words, at, at);
  typeText(anna, text);
};
const WHERE = 'Alpha beta gamma delta epsilon.';

const CASES: readonly Case[] = [
  {
    name: 'Enter in the middle of it',
    at: 'beta gamma delta',
    act: ({ anna }) => {
      select(anna, 'gamma', 2, 2);
      pressKeys(anna.editor, 'Enter');
    },
    to: ['exact', 'beta gamma delta'],
  },
  {
    name: 'Enter before it',
    at: 'gamma',
    act: ({ anna }) => {
      select(anna, 'beta', 0, 0);
      pressKeys(anna.editor, 'Enter');
    },
    to: ['exact', 'gamma'],
  },
  {
    name: 'Backspace at the start of its block',
    at: 'beta gamma',
    act: ({ anna }) => {
      select(anna, 'Alpha', 0, 0);
      anna.editor.commands.joinTextblockBackward();
    },
    to: ['exact', 'beta gamma'],
  },
  {
    name: 'a thread on one letter through Enter beside it',
    at: 'm',
    html: '<p>Alpha beta gamma delta epsilon.</p>',
    act: ({ anna }) => {
      select(anna, 'gamma', 2, 2);
      pressKeys(anna.editor, 'Enter');
    },
    to: ['exact', 'm'],
  },
  {
    name: 'paragraph to heading, list, quote, and back',
    at: 'gamma delta',
    act: ({ anna }) => {
      const { editor } = anna;
      const change = [
        () => editor.commands.setHeading({ level: 2 }),
        () => editor.commands.setParagraph(),
        () => editor.commands.toggleBulletList(),
        () => editor.commands.toggleBulletList(),
        () => editor.commands.setBlockquote(),
        () => editor.commands.unsetBlockquote(),
      ];
      for (const one of change) {
        select(anna, 'Alpha', 1, 1);
        one();
        page.later(5000);
      }
    },
    to: ['exact', 'gamma delta'],
  },
  {
    name: 'bold over a part of it',
    at: 'beta gamma',
    act: ({ anna }) => {
      select(anna, 'gamma');
      anna.editor.commands.setBold();
    },
    to: ['exact', 'beta gamma'],
  },
  {
    name: 'its block moved down',
    at: 'beta gamma',
    act: ({ anna }) => {
      select(anna, 'Alpha', 1, 1);
      moveBlocksBy(anna.editor, 1);
    },
    to: ['exact', 'beta gamma'],
  },
  {
    name: 'a row of a table moved',
    html: '<table><tr><td><p>one here</p></td><td><p>two words</p></td></tr><tr><td><p>three</p></td><td><p>four</p></td></tr></table><p>End</p>',
    at: 'two',
    act: ({ anna }) => {
      const { editor } = anna;
      const table = editor.state.doc.child(0);
      const [first, second] = [table.child(0), table.child(1)];
      editor.view.dispatch(
        editor.state.tr.replaceWith(1, 1 + first.nodeSize + second.nodeSize, [second, first]),
      );
    },
    to: ['exact', 'two'],
  },
  {
    name: 'a word dragged',
    at: 'gamma',
    act: ({ anna }) => {
      select(anna, 'gamma');
      dragTo(anna, () => 4);
    },
    to: ['exact', 'gamma'],
    remote: ['near', 'Alpha beta  delta epsilon.'],
  },
  {
    name: 'a word cut and pasted after ten seconds',
    at: 'gamma',
    act: async ({ anna }) => {
      select(anna, 'gamma');
      const html = cut(anna);
      await pauseALittle();
      page.later(10_000);
      select(anna, 'last', 0, 0);
      paste(anna, { html });
    },
    to: ['exact', 'gamma'],
    remote: ['near', 'Alpha beta  delta epsilon.'],
  },
  {
    name: 'a word copied, and the source deleted later',
    at: 'gamma',
    act: async ({ anna }) => {
      select(anna, 'gamma');
      const { view, state } = anna.editor;
      const html = view.serializeForClipboard(state.selection.content()).dom.innerHTML;
      select(anna, 'last', 0, 0);
      paste(anna, { html });
      await pauseALittle();
      page.later(10_000);
      pause(anna);
      select(anna, 'gamma');
      anna.editor.commands.deleteSelection();
    },
    to: ['near', 'Alpha beta  delta epsilon.'],
  },
  {
    name: 'deleted, then undone',
    at: 'gamma delta',
    act: (one) => {
      pause(one.anna);
      remove('gamma delta')(one);
      one.later(10_000);
      one.anna.editor.commands.undo();
    },
    to: ['exact', 'gamma delta'],
    remote: ['healed', 'gamma delta'],
  },
  {
    name: 'deleted, undone, redone and undone',
    at: 'gamma delta',
    act: (one) => {
      pause(one.anna);
      remove('gamma delta')(one);
      const { editor } = one.anna;
      editor.commands.undo();
      editor.commands.redo();
      editor.commands.undo();
    },
    to: ['exact', 'gamma delta'],
    remote: ['healed', 'gamma delta'],
  },
  {
    name: 'deleted by Boris, folded, Anna reloads, Boris undoes',
    at: 'gamma delta',
    act: (one) => {
      pause(one.boris);
      select(one.boris, 'gamma delta');
      one.boris.editor.commands.deleteSelection();
      one.fold();
      one.reloadAnna();
      one.later(60_000);
      one.boris.editor.commands.undo();
    },
    to: ['exact', 'gamma delta'],
    live: ['healed', 'gamma delta'],
    remote: ['exact', 'gamma delta'],
  },
  {
    name: 'a version of a month before is restored',
    at: 'gamma delta',
    act: (one) => {
      const version = one.version();
      one.fold();
      remove('Alpha beta gamma delta')(one);
      one.later(1e6);
      one.fold();
      typeAt(one, 'first', 0, 'very ');
      one.later(1e9);
      one.fold();
      one.restore(version);
    },
    to: ['exact', 'gamma delta'],
    live: ['healed', 'gamma delta'],
    remote: ['healed', 'gamma delta'],
  },
  {
    name: 'restored after it had moved and was deleted',
    at: 'gamma delta',
    act: (one) => {
      select(one.anna, 'beta', 0, 0);
      pressKeys(one.anna.editor, 'Enter');
      const version = one.version();
      one.fold();
      one.later(10_000);
      select(one.anna, 'delta', 0, 0);
      pressKeys(one.anna.editor, 'Enter');
      one.fold();
      remove('delta epsilon.')(one);
      remove('beta gamma ')(one);
      one.later(1e6);
      one.fold();
      one.fold();
      one.restore(version);
    },
    to: ['exact', 'gamma delta'],
    live: ['healed', 'gamma delta'],
    remote: ['healed', 'gamma delta'],
  },
  {
    name: 'all letters deleted and typed again',
    at: 'gamma',
    act: (one) => {
      remove('gamma')(one);
      one.later(10_000);
      typeAt(one, 'beta  delta', 5, 'gamma');
    },
    to: ['healed', 'gamma'],
  },
  {
    name: 'typed again, and then edited',
    at: 'gamma delta',
    act: (one) => {
      remove('gamma delta')(one);
      one.later(10_000);
      typeAt(one, 'beta  epsilon', 5, 'gamma delta');
      one.fold();
      typeAt(one, 'gamma delta', 2, 'XX');
    },
    to: ['healed', 'gaXXmma delta'],
  },
  {
    name: 'other letters typed in its place',
    at: 'gamma',
    act: (one) => {
      remove('gamma')(one);
      one.later(10_000);
      typeAt(one, 'beta  delta', 5, 'omega');
    },
    to: ['near', 'Alpha beta omega delta epsilon.'],
  },
  {
    name: 'its paragraph deleted: near nothing that is left',
    at: 'gamma',
    act: (one) => {
      select(one.anna, WHERE);
      const { from, to } = one.anna.editor.state.selection;
      one.anna.editor.commands.deleteRange({ from: from - 1, to: to + 1 });
    },
    to: ['none', ''],
  },
  {
    name: 'a duplicate of the quote with equal surroundings is near',
    html: `<p>${WHERE}</p><p>${WHERE}</p><p>${WHERE}</p>`,
    at: 'gamma',
    act: (one) => {
      remove('gamma')(one);
      one.later(10_000);
      select(one.anna, 'beta  delta', 5, 5);
    },
    to: ['near', 'Alpha beta  delta epsilon.'],
  },
  {
    name: 'its block deleted, with equal blocks behind it: they were there before',
    html: `<p>${WHERE}</p><p>${WHERE}</p><p>${WHERE}</p>`,
    at: 'gamma',
    act: (one) => {
      const { editor } = one.anna;
      editor.commands.deleteRange({ from: 0, to: editor.state.doc.child(0).nodeSize });
    },
    to: ['near', WHERE],
  },
  {
    name: 'equal text under another heading is not its place',
    html: '<h2>One</h2><p>before the word gamma and after it</p><h2>Two</h2><p>before the word gamma and after it</p>',
    at: 'gamma',
    act: remove('gamma'),
    to: ['near', 'before the word  and after it'],
  },
  {
    name: 'half of it deleted',
    at: 'beta gamma delta',
    act: remove('gamma delta'),
    to: ['exact', 'beta '],
  },
  {
    name: 'typing inside, at its start and at its end',
    at: 'gamma',
    act: (one) => {
      typeAt(one, 'gamma', 2, 'inside');
      typeAt(one, 'gainsidemma', 0, 'A');
      typeAt(one, 'gainsidemma', 11, 'Z');
    },
    to: ['exact', 'gainsidemma'],
  },
  {
    name: 'an end of it dragged before its start: nothing between is painted',
    at: 'beta gamma',
    act: ({ anna }) => {
      select(anna, 'gamma');
      const { from } = anna.editor.state.selection;
      dragTo(anna, () => from - 11);
      typeAt(page, 'gammaAlpha', 5, 'X');
    },
    to: ['exact', 'gammabeta '],
    remote: ['exact', 'beta '],
  },
  {
    name: 'over two blocks that are joined',
    at: 'here.Alpha',
    act: ({ anna }) => {
      select(anna, 'Alpha', 0, 0);
      anna.editor.commands.joinTextblockBackward();
    },
    to: ['exact', 'here.Alpha'],
  },
  {
    name: 'emoji deleted and typed again',
    html: '<p>Smile 👩‍👩‍👧 and wave to all</p>',
    at: '👩‍👩‍👧',
    act: (one) => {
      remove('👩‍👩‍👧')(one);
      one.later(10_000);
      select(one.anna, 'Smile  and', 6, 6);
      one.anna.editor.commands.insertContent('👩‍👩‍👧');
    },
    to: ['healed', '👩‍👩‍👧'],
  },
  {
    name: 'text from right to left through Enter',
    html: '<p>هذه جملة كاملة بلا انقطاع</p>',
    at: 'كاملة بلا',
    act: ({ anna }) => {
      select(anna, 'بلا', 0, 0);
      pressKeys(anna.editor, 'Enter');
    },
    to: ['exact', 'كاملة بلا'],
  },
  {
    name: 'an image moved down',
    html: `<p>before it</p><img data-src="${IMAGE}" alt="A cat"><p>after it</p><p>end</p>`,
    at: 'image',
    kind: 'node',
    act: ({ anna }) => {
      const { editor } = anna;
      let at = -1;
      editor.state.doc.descendants((node, pos) => void (node.type.name === 'image' && (at = pos)));
      editor.commands.setNodeSelection(at);
      moveBlocksBy(editor, 1);
    },
    to: ['exact', '[A cat]'],
  },
  {
    name: 'a table moved down, with a thread on the whole of it',
    html: '<table><tr><td><p>one here</p></td><td><p>two words</p></td></tr></table><p>after it</p><p>End</p>',
    at: 'table',
    kind: 'node',
    act: ({ anna }) => {
      const { editor } = anna;
      const [table, next] = [editor.state.doc.child(0), editor.state.doc.child(1)];
      editor.view.dispatch(editor.state.tr.replaceWith(0, table.nodeSize + next.nodeSize, [next, table]));
    },
    to: ['exact', '[]'],
  },
  {
    name: 'an inline formula in a block that becomes a heading',
    html: '<p>see <span data-type="inlineMath" data-latex="a+b"></span> here</p>',
    at: 'inlineMath',
    kind: 'node',
    act: ({ anna }) => {
      select(anna, 'see', 0, 0);
      anna.editor.commands.setHeading({ level: 1 });
    },
    to: ['exact', '[a+b]'],
  },
  {
    name: 'a thread on the title',
    at: '',
    kind: 'document',
    act: (one) => remove('Alpha')(one),
    to: ['exact', ''],
  },
];

const show = (seat: CommentedPage['anna'], place: Parameters<typeof textAt>[1]): Expected => [
  place.state,
  place.state === 'near' ? blockText(seat, place) : textAt(seat, place),
];

/** The text of the block that is near. */
function blockText(
  { doc }: CommentedPage['anna'],
  { ranges: [range] }: Parameters<typeof textAt>[1],
): string {
  const { blocks, text } = readPassages(doc);
  const block = blocks.find(({ item: { id } }) => id.client === range?.client && id.clock === range.clock);
  return block ? text.slice(block.start, block.end) : 'no block';
}

describe('a thread stands where its letters are', () => {
  for (const { name, html = TEXT, at, kind = 'text', act, to, live = to, remote = to } of CASES)
    test(name, async () => {
      page = new CommentedPage(html);
      const thread = page.comment(at, kind);
      for (const tracker of [page.ofAnna, page.ofBoris]) tracker.placeOf(thread);
      await act(page, thread);
      expect(show(page.anna, page.ofAnna.placeOf(thread)), 'on the page of Anna').toEqual(live);
      expect(show(page.boris, page.ofBoris.placeOf(thread)), 'on the page of Boris').toEqual(remote);
      const isNotSure = remote[0] !== to[0];
      for (const { client, heirs } of page.rows) if (client && heirs) page.ofBoris.learn(client, heirs);
      expect(show(page.boris, page.ofBoris.placeOf(thread)), 'on the page of Boris, by the log').toEqual(
        isNotSure ? to : remote,
      );
      page.fold();
      expect(show(page.anna, page.ofAnna.placeOf(thread)), 'on the page of Anna after the fold').toEqual(to);
      expect(show(page.boris, page.ofBoris.placeOf(thread)), 'on the page of Boris after the fold').toEqual(
        to,
      );
    });
});
