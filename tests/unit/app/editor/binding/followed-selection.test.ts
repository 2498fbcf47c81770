// @vitest-environment jsdom
/** Remote text can equal the text that is there already: only the shared text identifies characters. */
import { TextSelection } from '@tiptap/pm/state';
import { absolutePositionToRelativePosition, ySyncPluginKey } from '@tiptap/y-tiptap';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { FollowedSelection } from '../../../../../src/app/editor/binding/followed-selection.ts';
import { createRandom } from '../../../../support/random.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

const textOf = ({ doc }: { doc: Y.Doc }): Y.XmlText => {
  const block = doc.getXmlFragment(TEXT_ROOT).get(0);
  const text = block instanceof Y.XmlElement ? block.get(0) : null;
  if (!(text instanceof Y.XmlText)) throw new Error('the first block has no text');
  return text;
};
const type = (text: string): void => jana.editor.view.dispatch(jana.editor.state.tr.insertText(text));
const shown = (): string => jana.editor.state.doc.textContent;

/** The update of a client with this id that appends to the first block as it is now. */
function writtenAway(clientId: number, text: string): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(jana.doc));
  const end = textOf({ doc });
  end.insert(end.length, text);
  return Y.encodeStateAsUpdate(doc);
}

test.each([
  ['before', 1, 'one;ann0022; ann'],
  ['behind', 0xffff_ffff, 'one;annann0022; '],
])('input at the end continues in place when the same letter arrives %s it', (_, clientId, expected) => {
  jana.editor.commands.setContent('<p>one;</p>');
  jana.editor.commands.setTextSelection(5);
  const words = writtenAway(clientId, 'ann0022; ');
  type('a');
  Y.applyUpdate(jana.doc, words, 'remote');
  type('n');
  type('n');
  expect(shown()).toBe(expected);
});

test.each(['<h2>row</h2>', '<p style="text-align: center">row</p>', '<p>row</p>'])(
  'a caret in %s stays between the same characters',
  (block) => {
    jana.editor.commands.setContent(block);
    jana.editor.commands.setTextSelection(3);
    petr.editor.commands.insertContentAt(1, 'the first ');
    type('|');
    expect(shown()).toBe('the first ro|w');
  },
);

test.each([
  [1, 0],
  [3, 1],
  [6, 1],
  [8, 2],
])('a caret at %i stays in its paragraph, with or without text', (place, paragraph) => {
  jana.editor.commands.setContent('<p></p><p>one</p><p></p>');
  jana.editor.commands.setTextSelection(place);
  petr.editor.commands.insertContentAt(petr.editor.state.doc.content.size, '<p></p>');
  petr.editor.commands.insertContentAt(3, 'x');
  const { doc, selection } = jana.editor.state;
  expect(selection.$head.parent).toBe(doc.child(paragraph));
});

test('a caret of which only the block is known stays where text is allowed', () => {
  const { state } = jana.editor;
  const shared = ySyncPluginKey.getState(state);
  // The state of the binding before its first drawing.
  const behind = Y.createRelativePositionFromTypeIndex(shared.type, 1, -1);
  shared.binding.beforeTransactionSelection = { anchor: behind, head: behind };
  const { tr } = state;
  new FollowedSelection(null).select(tr, state.selection, shared);
  expect(tr.selection.$head.parent.inlineContent).toBe(true);
});

/** Id of the character before a position; null when it is deleted. */
function letterBefore(at: number): Y.ID | null {
  const { type: root, binding } = ySyncPluginKey.getState(jana.editor.state);
  const { item }: Y.RelativePosition = absolutePositionToRelativePosition(at, root, binding.mapping);
  return item;
}

const isThere = (letter: Y.ID | null): boolean =>
  letter !== null && !Y.getItem(jana.doc.store, letter).deleted;

test('in a text of two letters, a caret keeps the one before it, and a selection its first and last', () => {
  const random = createRandom(20_261_122);
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  let kept = 0;
  for (let round = 0; round < 300; round += 1) {
    if (round % 20 === 0) jana.editor.commands.setContent('<h2>abaabb</h2>');
    const size = textOf(jana).length;
    const [from = 0, to = 0] = [upTo(size), round % 2 ? upTo(size) : null]
      .map((at, _, [first]) => (at ?? first ?? 0) + 1)
      .toSorted((a, b) => a - b);
    const { doc, tr } = jana.editor.state;
    const isForward = round % 4 < 2;
    const ends = isForward ? ([from, to] as const) : ([to, from] as const);
    jana.editor.view.dispatch(tr.setSelection(TextSelection.create(doc, ...ends)));
    const [last, first] = [letterBefore(to), letterBefore(from + 1)];
    const text = textOf(petr);
    if (random() < 0.4 && text.length > 3) text.delete(upTo(text.length - 2), 1 + upTo(1));
    else text.insert(upTo(text.length), ['a', 'b', 'ab', 'aa'][upTo(3)] ?? '');
    const { selection } = jana.editor.state;
    if (!selection.empty) expect(selection.head > selection.anchor).toBe(isForward);
    const about = `round ${round}: ${shown()}`;
    if (to > 1 && isThere(last)) {
      expect(letterBefore(selection.to), about).toEqual(last);
      kept += 1;
    }
    if (from < to && isThere(first)) expect(letterBefore(selection.from + 1), about).toEqual(first);
  }
  expect(kept).toBeGreaterThan(200);
});
