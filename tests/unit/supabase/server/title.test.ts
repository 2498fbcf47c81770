import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import type { Database } from '../../../../supabase/functions/_shared/server/database.ts';
import { Refusal } from '../../../../supabase/functions/_shared/server/refusal.ts';
import {
  dropText,
  foreseeTitle,
  settleTitle,
  titleOf,
} from '../../../../supabase/functions/_shared/server/title.ts';

/** A linear congruential generator: equal on every machine. */
function openRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function change(doc: Y.Doc, random: (below: number) => number): void {
  const [title, text] = [doc.getText('title'), doc.getXmlFragment('default')];
  const block = text.length > 0 ? text.get(random(text.length)) : null;
  const words = block instanceof Y.XmlElement ? block.get(0) : null;
  switch (random(7)) {
    case 0:
      return title.insert(random(title.length + 1), `${random(1000)} `);
    case 1:
      return title.length > 0 ? title.delete(random(title.length), 1) : undefined;
    case 2:
      return title.setAttribute('lang', String(random(9)));
    case 3:
      return text.length > 0 ? text.delete(random(text.length), 1) : undefined;
    case 4:
      return words instanceof Y.XmlText ? words.insert(random(words.length + 1), 'more') : undefined;
    case 5:
      return words instanceof Y.XmlText ? words.delete(0, Math.min(2, words.length)) : undefined;
    default: {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [new Y.XmlText('text')]);
      return text.insert(random(text.length + 1), [paragraph]);
    }
  }
}

/** Three writers, each with earlier updates of the others. */
function writeLog(seed: number): Uint8Array[] {
  const random = openRandom(seed);
  const rows: Uint8Array[] = [];
  const docs = [2, 3, 4].map((clientID) => {
    const doc = new Y.Doc();
    doc.clientID = clientID;
    doc.on('update', (row: Uint8Array, origin: unknown) => origin !== 'log' && rows.push(row));
    return doc;
  });
  for (let step = 0; step < 80; step += 1) {
    const doc = docs[random(3)]!;
    if (random(3) === 0) for (const row of [...rows]) Y.applyUpdate(doc, row, 'log');
    change(doc, random);
  }
  return rows;
}

test('a title read from states without the text is that of the whole log', () => {
  for (let seed = 1; seed <= 15; seed += 1) {
    const rows = writeLog(seed);
    const random = openRandom(seed + 1000);
    const whole = new Y.Doc();
    let state: Uint8Array | null = null;
    for (let at = 0; at < rows.length;) {
      const next = Math.min(rows.length, at + 1 + random(12));
      const some = rows.slice(at, next);
      applyUpdates(whole, some);
      const small: Y.Doc = new Y.Doc();
      applyUpdates(small, state === null ? some : [state, ...some]);
      expect(titleOf(small), `seed ${seed}, row ${next}`).toBe(titleOf(whole));
      state = dropText(small);
      at = next;
    }
  }
});

test('the state has nothing of the text, and stays small', () => {
  const doc = new Y.Doc();
  doc.getText('title').insert(0, 'Plan');
  for (let at = 0; at < 1000; at += 1) {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText(`secret ${at}`)]);
    doc.getXmlFragment('default').insert(at, [paragraph]);
  }
  const state = dropText(doc);
  expect(Buffer.from(state).toString('latin1')).not.toContain('secret');
  expect(state.length, 'at most twelve bytes a paragraph').toBeLessThan(12_000);
});

test('a title is one line of at most 200 characters', () => {
  const doc = new Y.Doc();
  doc.getText('title').insert(0, `a\u001b[2K\nb${'😀'.repeat(200)}`);
  expect(titleOf(doc)).toMatch(/^a\[2K b😀+$/u);
  expect(titleOf(doc).length).toBeLessThanOrEqual(200);
});

test('a title that cannot be read for now fails the append after it was logged, which the page repeats; other failures do not', async () => {
  const change = (error: Error) => {
    const fail = () => Promise.reject(error);
    const database: Database = { call: fail, callBytes: fail };
    const caller = { userId: 'u', authSessionId: 's' };
    return { database, caller, documentId: 'd', updates: [] };
  };
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const restarting = change(new Refusal('unavailable', 'restarting'));
  expect(await foreseeTitle(restarting)).toBeNull();
  await expect(settleTitle(restarting, null, 1)).rejects.toThrow(Refusal);
  expect(report).not.toHaveBeenCalled();
  await settleTitle(change(new Error('a bug')), null, 1);
  expect(report).toHaveBeenCalledOnce();
  report.mockRestore();
});
