/** Backups while people write, and their restores. */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationVersions } from '../../src/embedded-supabase/node/migrate.ts';
import { backUpFolder } from '../../src/embedded-supabase/node/backup/back-up-folder.ts';
import { restoreFolder } from '../../src/embedded-supabase/node/backup/restore-folder.ts';
import { choosePort } from '../../src/embedded-supabase/node/choose-port.ts';
import { readMigrationFiles } from '../../src/embedded-supabase/node/read-project.ts';
import { addMember, createDocument, signUpPerson } from '../support/open-live-document.ts';
import { expectHealed, openSeat, until, type Seat } from '../support/open-seat.ts';
import { COMMENT } from './rights/open-world.ts';
import { runProgram } from '../support/run-program.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const migrations = migrationVersions(readMigrationFiles(join(import.meta.dirname, '../..')));
const undo: (() => unknown)[] = [];
let folder: string;
let archive: string;

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'spolu-backup-'));
  undo.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const now = () => new Date();
const say = () => undefined;
const restore = (file: string, dataDir: string, replace = false) =>
  restoreFolder({ file, dataDir, migrations, replace, now, say });

beforeAll(() => {
  folder = makeFolder();
  archive = join(folder, 'spolu.tar.gz');
});
afterAll(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** Runs the program in its own process, as a user does. */
interface Row {
  readonly seq: string;
  readonly chain: string;
}

async function readLog({ database }: TestSupabase, documentId: string): Promise<readonly Row[]> {
  const { rows } = await database.query<Row>(
    'select seq, chain from public.document_updates where document_id = $1 order by seq',
    [documentId],
  );
  return rows;
}

/** Adds and removes files in turn until the returned function is called. */
function handleFiles(client: SupabaseClient, documentId: string): () => Promise<void> {
  const bucket = client.storage.from('document-images');
  const nameOf = (at: number) => `${documentId}/${String(at).padStart(36, '0')}.png`;
  let at = 0;
  let busy = Promise.resolve();
  const step = async () => {
    at += 1;
    const bytes = randomUUID().repeat(100);
    const { error } = await bucket.upload(nameOf(at), bytes, { contentType: 'image/png' });
    if (error) throw error;
    if (at > 5) await bucket.remove([nameOf(at - 5)]);
  };
  const timer = setInterval(() => {
    busy = busy.then(step);
  }, 100);
  return () => {
    clearInterval(timer);
    return busy;
  };
}

async function expectFilesOfRows({ database, dataDir }: TestSupabase): Promise<number> {
  const { rows } = await database.query<{ version: string; etag: string }>(
    `select version, metadata ->> 'eTag' as etag from storage.objects`,
  );
  for (const { version, etag } of rows) {
    const bytes = readFileSync(join(dataDir, 'storage', version.slice(0, 2), version));
    expect(`"${createHash('md5').update(bytes).digest('hex')}"`).toBe(etag);
  }
  return rows.length;
}

test(
  'a backup while two people type is of one moment, and both continue after the restore',
  { timeout: 240_000 },
  async () => {
    const port = await choosePort();
    const here = await startTestSupabase({ port });
    const [ann, ben] = await Promise.all([signUpPerson(here, 'Ann'), signUpPerson(here, 'Ben')]);
    const documentId = await createDocument(ann);
    await addMember(ann, documentId, ben, 'editor');
    const seats: readonly [Seat, Seat] = [openSeat(ann, documentId), openSeat(ben, documentId)];
    await until(() => seats.every((seat) => seat.isLive()));
    const typing = seats.map((seat, who) => {
      let word = 0;
      return setInterval(() => seat.write(`${who} ${(word += 1)}`), 60);
    });
    const admin = createClient(here.url, here.secretKey, { realtime: { transport: WebSocket as never } });
    const stopFiles = handleFiles(admin, documentId);
    await until(() => seats.every((seat) => seat.read().includes('1 8')));

    const comment = randomUUID();
    const { error } = await ann.client.rpc('add_comment', {
      p_document: documentId,
      p_thread: randomUUID(),
      p_comment: comment,
      p_anchor: { kind: 'document', units: '', seq: 1, quote: '', before: '', after: '', heading: '' },
      p_body: COMMENT,
    });
    expect(error).toBe(null);
    const atStart = (await readLog(here, documentId)).length;
    const program = await runProgram(['backup', '--data-dir', here.dataDir, archive]);
    const atEnd = (await readLog(here, documentId)).length;
    expect(program).toEqual({ code: 0, output: expect.stringContaining(`${archive}: `) });
    expect(statSync(archive).mode & 0o077).toBe(0);
    expect(readdirSync(here.dataDir).filter((name) => name.startsWith('backup-'))).toEqual([]);

    seats.forEach((seat, who) => seat.write(`after ${who}`));
    typing.forEach(clearInterval);
    await stopFiles();
    await until(() => seats.every((seat) => seat.isSaved()));
    const whole = await readLog(here, documentId);
    await here.close();

    const there = join(makeFolder(), 'data');
    const put = await runProgram(['restore', '--data-dir', there, archive]);
    expect(put).toEqual({ code: 0, output: expect.stringContaining(`${there} is as of `) });
    const restored = await startTestSupabase({ dataDir: there, port });
    undo.push(() => restored.close());
    const log = await readLog(restored, documentId);
    expect(log.length).toBeGreaterThanOrEqual(atStart);
    expect(log.length).toBeLessThanOrEqual(atEnd);
    expect(log).toEqual(whole.slice(0, log.length));
    expect(await expectFilesOfRows(restored)).toBeGreaterThan(0);
    const { rows: comments } = await restored.database.query('select id, body from private.comments');
    expect(comments).toEqual([{ id: comment, body: COMMENT }]);

    // Both have text that the restored log lacks, and append it again.
    await expectHealed(seats, restored.database, ['after 0', 'after 1']);
    seats[0].write('goes on');
    await expectHealed(seats, restored.database, ['goes on']);
    for (const seat of seats) seat.leave();
    await Promise.all([ann, ben].map(({ client }) => client.removeAllChannels()));
  },
);

test('a stopped server can be backed up too, and a restore moves the previous data aside', async () => {
  const there = join(makeFolder(), 'data');
  mkdirSync(there);
  writeFileSync(join(there, 'mine'), 'kept');
  await expect(restore(archive, there)).rejects.toThrow(/is not empty\. With --replace it is put aside/);
  expect(readdirSync(there)).toEqual(['mine']);
  await restore(archive, there, true);
  const [aside = ''] = readdirSync(join(there, '..')).filter((name) => name.startsWith('data.before-'));
  expect(readFileSync(join(there, '..', aside, 'mine'), 'utf8')).toBe('kept');

  const again = join(folder, 'again.tar.gz');
  const made = await backUpFolder({ dataDir: there, file: again, now, say });
  expect(made.migrations).toEqual(migrations);
  await expect(backUpFolder({ dataDir: there, file: again, now, say })).rejects.toThrow(/is there already/);
  const elsewhere = join(makeFolder(), 'data');
  const newer = restoreFolder({
    file: again,
    dataDir: elsewhere,
    migrations: migrations.slice(1),
    replace: false,
    now,
    say,
  });
  await expect(newer).rejects.toThrow(
    /newer version of this program \(it has migration \d+\): update it first/,
  );
  expect(readdirSync(join(elsewhere, '..'))).toEqual([]);
});

test('a folder without a database is not backed up, and stays unchanged', async () => {
  const dataDir = makeFolder();
  const file = join(folder, 'none');
  await expect(backUpFolder({ dataDir, file, now, say })).rejects.toThrow(/There is no database in/);
  expect([readdirSync(dataDir), existsSync(file)]).toEqual([[], false]);
});
