import { expect, test } from 'vitest';
import { watchRestores, type RestoreRow } from '../../../../src/app/room/watch-restores.ts';
import type { DocumentLog, LogRow } from '#yjs-supabase';

const row = (seq: number, kind: string, sessionId: string | null): LogRow => ({
  seq,
  sessionId,
  kind,
  counter: 1,
  bytes: Uint8Array.of(),
});

function openLog(rows: readonly LogRow[]) {
  const news: RestoreRow[] = [];
  const facts = {
    role: 'editor',
    mayEdit: true,
    generation: 1,
    epoch: 1,
    head: 9,
    chain: '',
    schema: 1,
  } as const;
  const load: DocumentLog['load'] = async () => ({ ok: true, value: { ...facts, snapshot: null, rows } });
  const log = watchRestores({ load } as DocumentLog, (restore) => news.push(restore));
  return { news, load: (after: number | null) => log.load({ documentId: 'd', after }) };
}

test('a restore written while the document is open is reported once', async () => {
  const { news, load } = openLog([row(7, 'edit', 'a'), row(8, 'restore', 'b'), row(9, 'restore', null)]);
  await load(6);
  await load(6);
  expect(news).toEqual([
    { sessionId: 'b', seq: 8 },
    { sessionId: null, seq: 9 },
  ]);
});

test('restores in the loaded text are not reported', async () => {
  const { news, load } = openLog([row(8, 'restore', 'b')]);
  expect(await load(null)).toMatchObject({ ok: true, value: { rows: [{ seq: 8 }] } });
  expect(news).toEqual([]);
});
