/**
 * The log on a real PostgreSQL while backends are killed, the server is stopped abruptly, folds race, rows are packed
 * and requests are sent twice. Afterwards the document must contain every acknowledged update exactly once.
 *
 * `npm run test:stress -- --kills 2000 --acked 50000 --seed 7`
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import * as Y from 'yjs';
import { decodeFrame } from '#contract/frame.ts';
import { loadHeader, type LoadHeader } from '#contract/requests.ts';
import { openDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { startPostgres, type Postgres } from '../../src/embedded-supabase/node/postgres.ts';
import { readServiceSchemas } from '../../src/embedded-supabase/node/read-service-schemas.ts';
import { createRandom } from '../support/random.ts';

export interface FireOptions {
  readonly seed: number;
  readonly writers: number;
  /** The run ends when both are reached. */
  readonly kills: number;
  readonly acked: number;
  readonly restarts: number;
}

export interface FireReport {
  kills: number;
  acked: number;
  restarts: number;
  resent: number;
  reads: number;
  foldsWon: number;
  foldsLost: number;
  packed: number;
  /** Acknowledged updates that the document lacks. */
  lost: number;
  /** Updates that the document contains twice. */
  doubled: number;
  /** Holes in `seq`, and reads that were not one consistent state. */
  inconsistent: number;
}

interface Loaded {
  readonly header: LoadHeader;
  readonly parts: readonly Uint8Array[];
}

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');
/** Upper bound of the updates in one request. */
const MOST_AT_ONCE = 12;
const documentKey = '00000000-0000-4000-8000-000000000001';
let documentId = '';
const ownerId = '00000000-0000-4000-8000-0000000000aa';
const authSessionId = '00000000-0000-4000-8000-0000000000bb';

export async function setPostgresOnFire(options: FireOptions): Promise<FireReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spolu-fire-'));
  const fire = new Fire(options, dataDir);
  try {
    await fire.open();
    return await fire.run();
  } finally {
    await fire.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Errors that a broken connection or a dying server may cause; any other error is a finding. */
const isFire = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    /^(57P0[123]|08|ECONN|EPIPE)/.test(code) ||
    /Connection terminated|connection error|not queryable/i.test(error.message)
  );
};

class Fire {
  readonly report: FireReport = {
    kills: 0,
    acked: 0,
    restarts: 0,
    resent: 0,
    reads: 0,
    foldsWon: 0,
    foldsLost: 0,
    packed: 0,
    lost: 0,
    doubled: 0,
    inconsistent: 0,
  };
  readonly #options: FireOptions;
  readonly #dataDir: string;
  readonly #random: () => number;
  readonly #ackedTokens: string[] = [];
  #postgres: Postgres | undefined;

  constructor(options: FireOptions, dataDir: string) {
    this.#options = options;
    this.#dataDir = dataDir;
    this.#random = createRandom(options.seed);
  }

  async open(): Promise<void> {
    this.#postgres = await startPostgres({ dataDir: this.#dataDir });
    const database = await openDatabase({ url: this.#postgres.url, schemas: readServiceSchemas() });
    await this.#use(async (client) => {
      for (const file of readdirSync(MIGRATIONS).sort()) {
        await client.query(readFileSync(join(MIGRATIONS, file), 'utf8'));
      }
    }, database.projectUrl);
    await database.close();
    await this.#use(async (client) => {
      await client.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
        ownerId,
        'o@example.com',
      ]);
      await client.query('insert into auth.sessions (id, user_id) values ($1, $2)', [authSessionId, ownerId]);
      await client.query("select set_config('request.jwt.claims', $1, false)", [
        JSON.stringify({ sub: ownerId, role: 'authenticated', session_id: authSessionId }),
      ]);
      // All rows are old enough to be packed. Ageing them by updates would lock them in another order than packing does.
      await client.query(
        "alter table public.document_updates alter column created_at set default now() - interval '31 days'",
      );
      const { rows } = await client.query<{ id: string }>(
        "select public.create_document($1) ->> 'id' as id",
        [documentKey],
      );
      documentId = rows[0]?.id ?? '';
      // All writers are one user, who writes as fast as the database accepts.
      await client.query('update private.rate_limits set per_second = 1e9, burst = 1000000000');
    });
  }

  async run(): Promise<FireReport> {
    const writing = Array.from({ length: this.#options.writers }, (_, index) => this.#write(index + 2));
    const around = [this.#kill(), this.#fold(), this.#fold(), this.#pack(), this.#read()];
    await Promise.all([...writing, ...around]);
    await this.#check();
    return this.report;
  }

  async close(): Promise<void> {
    await this.#postgres?.stop();
  }

  get #done(): boolean {
    const { kills, acked, restarts } = this.report;
    return kills >= this.#options.kills && acked >= this.#options.acked && restarts >= this.#options.restarts;
  }

  /** Ties the kills to the acknowledged updates: on a slow machine no append would succeed between two kills. */
  get #killsEnough(): boolean {
    const { kills, acked } = this.report;
    return kills > 20 + 1.5 * (this.#options.kills / this.#options.acked) * acked;
  }

  async #use<T>(work: (client: Client) => Promise<T>, url = this.#postgres!.url): Promise<T> {
    const client = new Client({ connectionString: url });
    // The waiting query also rejects when its backend is killed.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Returns null if a kill interrupted the work; rethrows any other error. */
  async #through<T>(work: (client: Client) => Promise<T>): Promise<T | null> {
    try {
      return await this.#use(work);
    } catch (error) {
      if (!isFire(error)) throw error;
      await sleep(10);
      return null;
    }
  }

  async #write(clientId: number): Promise<void> {
    const doc = new Y.Doc();
    doc.clientID = clientId;
    const title = doc.getText('title');
    const sessionId = randomUUID();
    const outbox: { token: string; update: Uint8Array }[] = [];
    let base = 0;
    doc.on('update', (update: Uint8Array) =>
      outbox.push({ token: `<${clientId}:${base + outbox.length + 1}>`, update }),
    );
    const open = (client: Client) =>
      client.query('select public.open_editing_session($1, $2, $3, $4, $5, 1)', [
        ownerId,
        authSessionId,
        documentId,
        sessionId,
        clientId,
      ]);
    while ((await this.#through(open)) === null);
    while (!this.#done) {
      await this.#through(async (client) => {
        while (!this.#done) {
          const burst = 1 + Math.floor(this.#random() * MOST_AT_ONCE);
          while (outbox.length < burst) {
            // Inserts at the end: at the start Yjs would compare each token with those of all other writers.
            title.insert(title.length, `<${clientId}:${base + outbox.length + 1}>`);
          }
          const head = await this.#append(
            client,
            sessionId,
            base + 1,
            outbox.map((item) => item.update),
          );
          const acked = outbox.splice(0, head - base);
          for (const { token } of acked) this.#ackedTokens.push(token);
          base = head;
          this.report.acked += acked.length;
          if (this.#random() < 0.1 && acked.length > 0) {
            this.report.resent += 1;
            await this.#append(
              client,
              sessionId,
              base - acked.length + 1,
              acked.map((item) => item.update),
            );
          }
        }
      });
    }
  }

  async #append(client: Client, sessionId: string, first: number, updates: Uint8Array[]): Promise<number> {
    const metas = updates.map((update) => Y.parseUpdateMeta(update));
    const reply = await client.query<{ reply: { acked: number } }>(
      'select public.append_updates($1, $2, $3, $4, 1, 1, $5, $6, $7, $8, $9) as reply',
      [
        ownerId,
        authSessionId,
        documentId,
        sessionId,
        first,
        updates.map((update) => Buffer.from(update)),
        metas.flatMap(({ from }) => [...from.keys()]),
        metas.flatMap(({ from }) => [...from.values()]),
        metas.flatMap(({ to }) => [...to.values()]),
      ],
    );
    return reply.rows[0]!.reply.acked;
  }

  async #kill(): Promise<void> {
    const restartAt = Math.floor(this.#options.kills / (this.#options.restarts + 1)) || 1;
    const isRestartDue = () =>
      this.report.restarts < this.#options.restarts &&
      this.report.kills >= restartAt * (this.report.restarts + 1);
    while (!this.#done) {
      await this.#through(async (client) => {
        while (!this.#done && !isRestartDue()) {
          await sleep(15);
          if (this.#killsEnough) continue;
          const killed = await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where backend_type = 'client backend' and pid <> pg_backend_pid()
             order by state = 'active' desc, random() limit 1`,
          );
          this.report.kills += killed.rowCount ?? 0;
        }
      });
      if (isRestartDue()) await this.#restart();
    }
  }

  /** As `pg_ctl stop -m immediate`: no checkpoint, recovery from the write-ahead log at the next start. */
  async #restart(): Promise<void> {
    const pid = Number(readFileSync(join(this.#dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    await this.#postgres!.ended;
    this.#postgres = await startPostgres({ dataDir: this.#dataDir, port: this.#postgres!.port });
    this.report.restarts += 1;
  }

  async #load(client: Client): Promise<Loaded> {
    const loaded = await client.query<{ frame: Buffer }>(
      'select public.load_document($1, $2, $3, null) as frame',
      [ownerId, authSessionId, documentId],
    );
    const frame = decodeFrame(loaded.rows[0]!.frame)!;
    return { header: loadHeader.parse(frame.header), parts: frame.parts };
  }

  /** Checks that the reply is one consistent state: a snapshot and every row after it, or every row. */
  #foldChecked({ header, parts }: Loaded): Y.Doc {
    const seqs = header.rows.map(([seq]) => seq);
    const from = header.snapshotSeq ?? 0;
    if (seqs.some((seq, at) => seq !== from + at + 1) || from + seqs.length !== header.head)
      this.report.inconsistent += 1;
    const doc = new Y.Doc();
    doc.transact(() => {
      for (const part of parts) Y.applyUpdate(doc, part);
    });
    if (doc.store.pendingStructs !== null) this.report.inconsistent += 1;
    return doc;
  }

  async #fold(): Promise<void> {
    while (!this.#done) {
      await this.#through(async (client) => {
        const loaded = await this.#load(client);
        const state = Buffer.from(Y.encodeStateAsUpdate(this.#foldChecked(loaded)));
        const reply = await client.query<{ reply: { advanced: boolean } }>(
          'select public.save_snapshot($1, $2, $3, 1, $4, $5, $6, repeat($$d$$, 32)) as reply',
          [ownerId, authSessionId, documentId, loaded.header.snapshotSeq ?? 0, loaded.header.head, state],
        );
        if (reply.rows[0]!.reply.advanced) this.report.foldsWon += 1;
        else this.report.foldsLost += 1;
      });
      await sleep(150 * this.#random());
    }
  }

  /** Beside the folds, which pack too. */
  async #pack(): Promise<void> {
    while (!this.#done) {
      await sleep(300);
      await this.#through((client) => client.query('select private.pack_updates($1)', [documentId]));
    }
  }

  async #read(): Promise<void> {
    while (!this.#done) {
      await this.#through(async (client) => {
        this.#foldChecked(await this.#load(client)).destroy();
        this.report.reads += 1;
      });
      await sleep(200);
    }
  }

  async #check(): Promise<void> {
    await this.#use(async (client) => {
      const text = this.#foldChecked(await this.#load(client))
        .getText('title')
        .toJSON();
      const found = new Map<string, number>();
      for (const token of text.match(/<\d+:\d+>/g) ?? []) found.set(token, (found.get(token) ?? 0) + 1);
      this.report.lost = this.#ackedTokens.filter((token) => !found.has(token)).length;
      this.report.doubled = [...found.values()].filter((count) => count > 1).length;
      const wrong = await client.query<{ bytes: Buffer; sha256: Buffer }>(
        'select bytes, sha256 from public.document_snapshots',
      );
      this.report.inconsistent += wrong.rows.filter(
        ({ bytes, sha256 }) => !createHash('sha256').update(bytes).digest().equals(sha256),
      ).length;
      const kept = await client.query<{ rows: number; head: number; stretches: number; packed: number }>(
        `select l.head_seq::int as head,
           (select coalesce(sum(p.last_seq - p.first_seq + 1), 0)::int from private.packed_updates p) as packed,
           (select count(distinct r.seq)::int from private.read_log(l.document_id, 0, l.head_seq) r) as rows,
           (select sum(v.seq - v.from_seq + 1)::int from public.versions v where v.document_id = l.document_id) as stretches
         from public.document_logs l where l.document_id = $1`,
        [documentId],
      );
      const { rows, head, stretches, packed } = kept.rows[0]!;
      this.report.packed = packed;
      // The first row is that of the empty document, and in no stretch.
      if (rows !== head || stretches !== head - 1) this.report.inconsistent += 1;
    });
  }
}
