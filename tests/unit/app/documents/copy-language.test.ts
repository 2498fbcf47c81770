import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import type * as WithRoom from '../../../../src/app/documents/with-room.ts';
import { copyDocument } from '../../../../src/app/documents/copy-document.ts';
import type { Room } from '../../../../src/app/room/open-room.ts';
import { setTextLanguage } from '#contract/text/text-language.ts';

const source = new Y.Doc();
const createDocument = vi.hoisted(() => vi.fn<(language: string) => Promise<string>>());
vi.mock('../../../../src/app/data/create-document.ts', () => ({ createDocument }));
vi.mock('../../../../src/app/documents/with-room.ts', (): typeof WithRoom => ({
  withRoom: (documentId, _userId, use) =>
    use({ doc: documentId === 'source' ? source : new Y.Doc() } as Room),
  saveAll: () => Promise.resolve(),
  withOwnRoom: () => Promise.reject(new Error('not on this device')),
  saveOrKeep: () => Promise.resolve(),
}));

test('a copy has the language of the text, not of the interface', async () => {
  createDocument.mockResolvedValue('copy');
  setTextLanguage(source, 'cs');
  await copyDocument('source', 'ann', { nameCopy: (title) => title, withComments: false });
  setTextLanguage(source, 'en-US');
  await copyDocument('source', 'ann', { nameCopy: (title) => title, withComments: false });
  expect(createDocument.mock.calls).toEqual([['cs'], ['en-US']]);
});
