import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../../../src/app/data/api-error.ts';
import type { ListedDocument } from '../../../../../src/app/data/documents.ts';
import { readDocumentForArchive } from '../../../../../src/app/formats/archive/read-document.ts';
import { id, NOW } from './archive-world.ts';

const server = vi.hoisted(() => ({
  load: vi.fn<() => Promise<unknown>>(),
  versions: vi.fn<() => Promise<unknown>>(() => Promise.resolve([])),
  threads: vi.fn<() => Promise<unknown>>(() => Promise.resolve({ threads: [], people: [] })),
}));
vi.mock('../../../../../src/app/data/document-log.ts', () => ({
  createDocumentLog: () => ({ load: server.load }),
}));
vi.mock('../../../../../src/app/data/versions.ts', () => ({ listAllVersions: server.versions }));
vi.mock('../../../../../src/app/data/comments.ts', () => ({ commentApi: { listThreads: server.threads } }));

const listed = { id: id(1), ownerName: 'Ann', updatedAt: NOW } as ListedDocument;
const loads = (role: string) =>
  server.load.mockResolvedValue({
    ok: true,
    value: {
      role,
      head: 3,
      snapshot: { seq: 1, bytes: Uint8Array.of(1) },
      rows: [{ bytes: Uint8Array.of(2) }],
    },
  });

test.each([
  ['owner', true],
  ['editor', true],
  ['commenter', false],
  ['viewer', false],
  ['a role of a later build', false],
])('the history of a document for a %s: %s', async (role, hasHistory) => {
  loads(role);
  server.versions.mockClear();
  const { versions, updates, head } = await readDocumentForArchive(listed);
  expect([versions !== null, server.versions.mock.calls.length > 0]).toEqual([hasHistory, hasHistory]);
  expect([updates, head]).toEqual([[Uint8Array.of(1), Uint8Array.of(2)], 3]);
});

test('a viewer who sees no comments receives none, and the document nevertheless', async () => {
  loads('viewer');
  server.threads.mockRejectedValueOnce(new ApiError({ code: 'forbidden', status: 403 }));
  expect((await readDocumentForArchive(listed)).comments).toEqual({ threads: [], people: [] });
});

test('a refusal keeps its code and how long to wait', async () => {
  server.load.mockResolvedValue({
    ok: false,
    failure: { kind: 'refused', code: 'rate_limited', retryAfterMs: 4000 },
  });
  await expect(readDocumentForArchive(listed)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterMs: 4000,
  });
});
