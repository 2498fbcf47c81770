// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createPlaces } from '../../../../../src/app/editor/carets/create-places.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';
import { jana, petr, seatTwo } from '../../../../support/two-seats.ts';

fillInLayout();
seatTwo();
beforeEach(() => {
  petr.editor.commands.setContent(
    '<p>Before.</p><h1>Budget</h1><p>Money.</p><blockquote><h2>Travel</h2><p>Trains.</p></blockquote><h1>Staff</h1><p>People.</p>',
  );
  petr.editor.view.hasFocus = () => true;
});

/** The binding draws in the next task. */
const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 5));

async function putPetrInto(words: string): Promise<void> {
  let at = 0;
  petr.editor.state.doc.descendants((node, pos) => {
    if (node.isText && node.text === words) at = pos + 1;
  });
  petr.editor.commands.setTextSelection(at);
  await settle();
}
const sections = () => createPlaces(jana.editor).sections();

test.each([
  ['Before.', null],
  ['Budget', 'Budget'],
  ['Money.', 'Budget'],
  ['Trains.', 'Travel'],
  ['People.', 'Staff'],
])('in %j the section is %j', async (words, section) => {
  await putPetrInto(words);
  expect([...sections()]).toEqual([[petr.doc.clientID, section]]);
});

test('the section follows headings that are changed and removed', async () => {
  await putPetrInto('People.');
  jana.editor.commands.insertContentAt(jana.editor.state.doc.content.size - 10, ' and wages');
  await settle();
  expect([...sections().values()]).toEqual(['Staff and wages']);
  petr.editor.commands.command(({ tr, state }) => {
    state.doc.descendants((node, pos) => {
      if (node.type.name === 'heading' && node.textContent === 'Staff and wages')
        tr.delete(pos, pos + node.nodeSize);
    });
    return true;
  });
  await settle();
  expect([...sections().values()]).toEqual(['Travel']);
});

test('a user without a caret is nowhere, and there is no way there', async () => {
  await putPetrInto('Money.');
  petr.awareness.setLocalState(null);
  await settle();
  expect([...sections()]).toEqual([]);
  expect(createPlaces(jana.editor).show([petr.doc.clientID])).toBeNull();
});

test('going to a caret leaves the selection and the focus, and listeners are called for moves', async () => {
  vi.stubGlobal('scrollBy', () => undefined);
  vi.stubGlobal('scrollTo', () => undefined);
  await putPetrInto('Money.');
  const places = createPlaces(jana.editor);
  const { selection } = jana.editor.state;
  const back = places.show([1, petr.doc.clientID]);
  expect(back).not.toBeNull();
  back?.();
  expect(jana.editor.state.selection.eq(selection)).toBe(true);
  expect(document.activeElement).toBe(document.body);
  const moved = vi.fn();
  const stop = places.subscribe(moved);
  await putPetrInto('People.');
  await vi.waitFor(() => expect(moved).toHaveBeenCalledOnce());
  stop();
  vi.unstubAllGlobals();
});
