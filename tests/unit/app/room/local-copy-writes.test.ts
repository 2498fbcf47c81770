import { expect, test } from 'vitest';
import type { KeptUpdate } from '../../../../src/app/room/kept-update.ts';
import type { LocalDatabase, Stored } from '../../../../src/app/room/local-copy-database.ts';
import { openWriteQueue } from '../../../../src/app/room/local-copy-writes.ts';

const row = (counter: number, byte = counter): KeptUpdate => ({
  documentId: 'd',
  generation: 1,
  sessionId: 's',
  counter,
  clientId: 7,
  schema: 1,
  bytes: new Uint8Array([byte]),
  atMs: 1000,
  documentTitle: 'Plan',
  changesTitle: false,
});

interface Transaction {
  /** The bytes written in it. */
  readonly put: readonly number[];
  readonly end: (outcome: Stored<undefined>) => Promise<void>;
}

const OK = { ok: true, value: undefined } as const;
const FULL = { ok: false, problem: 'quota' } as const;

/** A database whose transactions end when the test ends them. */
function openFake(): { database: Pick<LocalDatabase, 'run'>; transactions: readonly Transaction[] } {
  const transactions: Transaction[] = [];
  const run = (_kind: unknown, work: (transaction: IDBTransaction) => unknown): Promise<Stored<undefined>> =>
    new Promise((resolve) => {
      const put: number[] = [];
      const store = { put: ({ bytes }: KeptUpdate) => put.push(...bytes) };
      work({ objectStore: () => store } as unknown as IDBTransaction);
      const end = async (outcome: Stored<undefined>): Promise<void> => {
        resolve(outcome);
        await new Promise(setImmediate);
      };
      transactions.push({ put, end });
    });
  return { database: { run: run as LocalDatabase['run'] }, transactions };
}

test('a retry after a full disk does not overwrite newer writes', async () => {
  const { database, transactions } = openFake();
  const queue = openWriteQueue(database);
  const under = [row(1), row(4), row(5), row(6)].map((each) => queue.write([each]));
  const together = [queue.write([row(2)]), queue.write([row(3)])];
  await transactions[0]?.end(OK);
  await transactions[1]?.end(OK);
  const newer = queue.write([row(2, 22)]);
  await transactions[5]?.end(OK);
  await transactions[4]?.end(FULL);
  await transactions[6]?.end(OK);
  await transactions[7]?.end(FULL);
  expect(transactions.map(({ put }) => put)).toEqual([[1], [4], [5], [6], [2, 3], [22], [], [3]]);
  expect(await Promise.all([newer, ...together])).toEqual([OK, OK, FULL]);
  await transactions[2]?.end(OK);
  await transactions[3]?.end(OK);
  await Promise.all([...under, queue.settled()]);
  void queue.write([row(2, 23)]);
  expect(transactions.at(-1)?.put).toEqual([23]);
});
