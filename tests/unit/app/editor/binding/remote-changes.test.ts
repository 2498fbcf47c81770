// @vitest-environment jsdom
import { Selection, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import { yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap';
import { beforeEach, describe, expect, test } from 'vitest';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { mapBlocks } from '../../../../../src/app/editor/block-handle/block-commands.ts';
import { type Seat } from '../../../../support/editors.ts';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

beforeEach(() => {
  petr.editor.commands.setContent(Array.from({ length: 40 }, (_, row) => `<p>row ${row}</p>`).join(''));
});

const elements = (): Element[] => [...jana.editor.view.dom.children];

/** The transactions of Jana's view while `act` runs. */
function watch(act: () => void): Transaction[] {
  const seen: Transaction[] = [];
  const note = ({ transaction }: { transaction: Transaction }): void => void seen.push(transaction);
  jana.editor.on('transaction', note);
  act();
  jana.editor.off('transaction', note);
  return seen;
}

test('remote insertions above leave every element below in place', () => {
  const before = elements();
  petr.editor.commands.insertContentAt(0, '<p>new</p>'.repeat(9));
  const after = elements();
  expect(after).toHaveLength(49);
  expect(after.slice(9)).toEqual(before);
  expect(after.slice(9).every((element, row) => element === before[row])).toBe(true);
});

test('remote deletions and changes above leave every element below in place', () => {
  const before = elements();
  petr.editor.commands.deleteRange({ from: 0, to: 14 });
  petr.editor.commands.insertContentAt(1, 'changed ');
  expect(elements().slice(1)).toEqual(before.slice(3));
  expect(jana.editor.view.dom.firstElementChild).toBe(before[2]);
});

test('a remote change replaces only the difference and does not scroll', () => {
  const [tr] = watch(() => petr.editor.commands.insertContentAt(3, 'x'));
  expect(tr?.steps.map((step) => step.toJSON())).toEqual([
    { stepType: 'replace', from: 3, to: 3, slice: { content: [{ type: 'text', text: 'x' }] } },
  ]);
  expect(tr?.scrolledIntoView).toBe(false);
});

test('remote formatting of the paragraph leaves the local caret between the same characters', () => {
  jana.editor.commands.setTextSelection(4);
  petr.editor.commands.setTextSelection(2);
  petr.editor.commands.setHeading({ level: 2 });
  jana.editor.view.dispatch(jana.editor.state.tr.insertText('!'));
  expect(petr.editor.state.doc.firstChild?.textContent).toBe('row! 0');
  petr.editor.commands.toggleBlockquote();
  jana.editor.view.dispatch(jana.editor.state.tr.insertText('?'));
  expect(petr.editor.state.doc.firstChild?.type.name).toBe('blockquote');
  expect(petr.editor.state.doc.firstChild?.textContent).toBe('row!? 0');
});

test('stored marks survive remote changes', () => {
  jana.editor.commands.setTextSelection(2);
  jana.editor.commands.toggleBold();
  petr.editor.commands.insertContentAt(1, 'x');
  expect(jana.editor.isActive('bold')).toBe(true);
});

test('a change between two equal letters is applied', () => {
  petr.editor.commands.setContent('<p>a</p>');
  petr.editor.commands.insertContentAt(2, 'a');
  petr.editor.commands.insertContentAt(0, '<p>aa</p>');
  petr.editor.commands.deleteRange({ from: 1, to: 2 });
  expect(jana.editor.getJSON()).toEqual(petr.editor.getJSON());
});

describe('a remote transaction with several changes', () => {
  const together = (act: () => void): Transaction[] => watch(() => petr.doc.transact(act));

  test('replaces only the differences, also within lists', () => {
    petr.editor.commands.setContent(
      '<p>a</p><ul><li><p>b</p></li><li><p>c</p></li><li><p>d</p></li></ul><p>e</p>',
    );
    const [tr] = together(() => {
      for (const [old, now] of [
        ['b', 'xb'],
        ['d', 'dx'],
        ['e', 'ex'],
      ] as const)
        replaceWords(petr, old, now);
    });
    const sizes = tr?.steps.map((step) =>
      step instanceof ReplaceStep ? [step.to - step.from, step.slice.size] : [],
    );
    expect(sizes).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    expect(jana.editor.getJSON()).toEqual(petr.editor.getJSON());
  });

  test('leaves a selection between them on its text', () => {
    jana.editor.commands.setTextSelection({ from: 15, to: 18 });
    together(() => {
      petr.editor.commands.insertContentAt(1, 'far ');
      replaceWords(petr, 'row 9', 'row nine');
    });
    const { from, to } = jana.editor.state.selection;
    expect(jana.editor.state.doc.textBetween(from, to)).toBe('row');
  });

  test('keeps blocks that are being dragged', () => {
    const blocks = { from: 14, to: 21 };
    expect(jana.editor.state.doc.nodeAt(blocks.from)?.textContent).toBe('row 2');
    const [tr] = together(() => {
      petr.editor.commands.insertContentAt(0, '<p>new</p>');
      replaceWords(petr, 'row 2', 'row 2 and more');
    });
    if (!tr) throw new Error('no transaction');
    const now = mapBlocks(blocks, tr);
    expect(now && tr.doc.textBetween(now.from, now.to)).toBe('row 2 and more');
  });
});

function replaceWords({ editor }: Seat, old: string, now: string): void {
  editor.state.doc.descendants((node, at) => {
    if (node.isText && node.text === old) {
      editor.view.dispatch(editor.state.tr.insertText(now, at, at + old.length));
    }
  });
}

const nearText = ({ state }: Seat['editor'], at: number): number =>
  Selection.near(state.doc.resolve(at)).from;

test('after random changes by both, text, document and DOM are equal', { timeout: 30_000 }, () => {
  let seed = 20_261_121;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >> 8) % below;
  };
  const acts: ((seat: Seat, at: number, to: number) => void)[] = [
    ({ editor }, at) => editor.commands.insertContentAt(at, 'ab'),
    ({ editor }, at) => editor.commands.insertContentAt(at, '<p>p</p><h2>h</h2>'),
    ({ editor }, from, to) => editor.commands.deleteRange({ from, to }),
    ({ editor }, from, to) => editor.chain().setTextSelection({ from, to }).toggleBold().run(),
    ({ editor }, at) => editor.chain().setTextSelection(nearText(editor, at)).splitBlock().run(),
    ({ editor }, from, to) => editor.chain().setTextSelection({ from, to }).toggleBulletList().run(),
    ({ editor }, from, to) => editor.chain().setTextSelection({ from, to }).toggleBlockquote().run(),
    ({ editor }, at) => editor.chain().setTextSelection(at).toggleCodeBlock().run(),
    ({ editor }) => editor.commands.undo(),
    ({ editor }) => editor.commands.redo(),
  ];
  petr.editor.commands.setContent('<p>one</p><p>two</p><ul><li><p>three</p></li></ul>');
  for (let round = 0; round < 120; round += 1) {
    const seat = random(2) === 0 ? jana : petr;
    const size = seat.editor.state.doc.content.size;
    const places = [random(size + 1), random(size + 1)].toSorted((a, b) => a - b);
    const act = acts[random(acts.length)];
    // Every third time with a change at the start, as when both arrive in one message.
    seat.doc.transact(() => {
      act?.(seat, places[0] ?? 0, places[1] ?? 0);
      if (round % 3 === 0) seat.editor.commands.insertContentAt(0, '<p>first</p>');
    });
    const { doc, schema } = jana.editor.state;
    const shared = yXmlFragmentToProseMirrorRootNode(jana.doc.getXmlFragment(TEXT_ROOT), schema);
    expect(doc.toString(), `round ${round}`).toBe(petr.editor.state.doc.toString());
    expect(doc.eq(shared), `round ${round}`).toBe(true);
    expect(jana.editor.view.dom.textContent, `round ${round}`).toBe(doc.textContent);
    doc.check();
  }
});
