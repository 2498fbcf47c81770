// @vitest-environment jsdom
/** Whatever the linter accepts, the editor opens; and whatever is stored. */
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { anyUpdates } from '../../../../support/any-update.ts';
import { closeSeat, openSeat } from '../../../../support/editors.ts';
import { fillInLayout } from '../../../../support/render-app.tsx';

beforeAll(fillInLayout);

const IS_ALL = process.env['SPOLU_TEST_ALL'] === 'true';
/** Number of documents, of about four updates each. */
const DOCUMENTS = IS_ALL ? 5000 : 40;

const charactersOf = (text: string): string => text.replaceAll(/\s/g, '');

/** Opens the first updates, receives the others one by one, edits and undoes. Returns the local updates. */
function use(updates: readonly Uint8Array[]): readonly Uint8Array[] {
  const [first, ...others] = updates;
  const seat = openSeat('Jana', '#ce0d6e', first ? { state: first } : {});
  const sent: Uint8Array[] = [];
  seat.doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'remote') sent.push(update);
  });
  try {
    for (const update of others) Y.applyUpdate(seat.doc, update, 'remote');
    seat.editor.state.doc.check();
    const words = charactersOf(plainText(seat.doc.getXmlFragment(TEXT_ROOT)));
    expect(charactersOf(seat.editor.state.doc.textContent)).toBe(words);
    const { tr } = seat.editor.state;
    seat.editor.view.dispatch(
      tr.insert(
        tr.doc.content.size,
        seat.editor.schema.node('paragraph', null, [seat.editor.schema.text('More')]),
      ),
    );
    expect(charactersOf(plainText(seat.doc.getXmlFragment(TEXT_ROOT)))).toBe(`${words}More`);
    seat.editor.commands.undo();
    expect(charactersOf(plainText(seat.doc.getXmlFragment(TEXT_ROOT)))).toBe(words);
    seat.editor.state.doc.check();
  } finally {
    closeSeat(seat);
  }
  return sent;
}

test(
  'every update that the linter accepts is opened by the editor, and so is every refused one',
  () => {
    const counts = { accepted: 0, refused: 0 };
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const updates = anyUpdates(seed);
      const gate = createUpdateGate();
      // An old log may contain updates of any shape.
      const stored = updates.filter((update) => gate.judge(update, 'log').kind === 'good');
      const accepted = updates.filter((update) => lintUpdate(update).ok);
      counts.accepted += accepted.length;
      counts.refused += updates.length - accepted.length;
      try {
        if (stored.length > accepted.length) use(stored);
        for (const update of use(accepted)) expect(lintUpdate(update)).toMatchObject({ ok: true });
      } catch (error) {
        throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
      }
    }
    expect(counts.accepted).toBeGreaterThan(DOCUMENTS);
    expect(counts.refused).toBeGreaterThan(DOCUMENTS / 4);
  },
  IS_ALL ? 3_600_000 : 60_000,
);
