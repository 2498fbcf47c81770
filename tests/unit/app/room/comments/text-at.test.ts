import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import * as passages from '#contract/comments/read-passages.ts';
import { openTextAt } from '../../../../../src/app/room/comments/text-at.ts';

vi.mock('#contract/comments/read-passages.ts', { spy: true });

test('reads the text at a place once, and the whole text once for each change', () => {
  const doc = new Y.Doc();
  doc.clientID = 5;
  const text = new Y.XmlText('The budget is not final.');
  const block = new Y.XmlElement('paragraph');
  block.insert(0, [text]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [block]);
  const at = openTextAt(doc);
  const first = [...passages.readPassages(doc).pieces][0]!;
  const place = { ranges: [{ client: first.client, clock: first.clock + 4, length: 6 }] };
  expect([at.read(place), at.read(place), at.read({ ...place })]).toEqual(['budget', 'budget', 'budget']);
  expect(passages.readPassages).toHaveBeenCalledTimes(2);
  text.insert(0, 'Now: ');
  expect(at.read({ ...place })).toBe('budget');
  expect(passages.readPassages).toHaveBeenCalledTimes(3);
  at.close();
});
