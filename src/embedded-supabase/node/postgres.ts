/**
 * Starts a private PostgreSQL on a data folder and makes sure that it ends with this process, even when that is killed.
 *
 * The superuser is `supabase_admin` with a random password kept beside the data; the server listens on loopback TCP
 * only. Committed transactions survive a crash (`fsync` and `synchronous_commit` on) unless `fast` is set.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { choosePort } from './choose-port.ts';
import { openPlace, type Place } from './postgres-place.ts';
import { type Ids, spawnWithParent } from './spawn-with-parent.ts';
import type { Starter } from './unprivileged.ts';

export interface PostgresOptions {
  /** Folder of the embedded Supabase; the cluster is in its subfolder `postgres`. Created if missing. */
  readonly dataDir: string;
  /** The preferred loopback port; a free one is used when it is absent or in use. */
  readonly port?: number;
  /** No fsync: for tests that throw the data away. */
  readonly fast?: boolean;
  /** Default true. */
  readonly autovacuum?: boolean;
  /** Receives sentences for users about slow or unusual steps. */
  readonly say?: (sentence: string) => void;
}

export interface Postgres {
  readonly port: number;
  /** Connection string of the superuser `supabase_admin`. */
  readonly url: string;
  /** True when this start created the cluster. */
  readonly created: boolean;
  /** Settles with the last lines of its log when the server has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** Another process is serving from this data folder. */
export class DataInUseError extends Error {
  readonly code = 'data_in_use';
  readonly dataDir: string;
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(`The data in ${dataDir} is already in use by process ${pid}.`);
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

const SUPERUSER = 'supabase_admin';
const ownerFile = z.object({ pid: z.number(), port: z.number().optional() });
export type Owner = z.output<typeof ownerFile>;
const ownerPath = (dataDir: string): string => join(dataDir, 'owner.json');
/** A server whose parent was killed has this long to end before a new one starts on its data. */
const HANDOVER_MS = 15_000;
const START_TIMEOUT_MS = 60_000;

/** Starts the server and creates its data on first use. Throws `DataInUseError`, or an Error with the server's log. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const place = openPlace(dataDir, options.say);
  const created = !existsSync(join(place.cluster, 'PG_VERSION'));
  if (created) createCluster(place, readPassword(dataDir), options);
  const server = await startServer(place, dataDir, options);
  return { ...server, url: connectionUrl(dataDir, server.port), created };
}

/** Connection string of the superuser for this folder's server on the given port. */
export function connectionUrl(dataDir: string, port: number): string {
  return `postgresql://${SUPERUSER}:${encodeURIComponent(readPassword(dataDir))}@127.0.0.1:${port}/postgres`;
}

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'database-password');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'w' });
  }
  return readFileSync(file, 'utf8').trim();
}

/** Created under a temporary name and renamed, so that an interrupted first start leaves no partial cluster. */
function createCluster(place: Place, password: string, options: PostgresOptions): void {
  options.say?.('Creating the database (once)…');
  mkdirSync(dirname(place.cluster), { recursive: true });
  const fresh = mkdtempSync(`${place.cluster}.new-`);
  const passwordFile = `${fresh}.password`;
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (place.starter.kind !== 'self') {
      chownSync(fresh, place.starter.uid, place.starter.gid);
      chownSync(passwordFile, place.starter.uid, place.starter.gid);
    }
    const initArgs = [
      '-D',
      fresh,
      '-U',
      SUPERUSER,
      '-E',
      'UTF8',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ];
    const locale = ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const small = options.fast ? ['--no-sync', '--wal-segsize=1'] : [];
    const run = command(place.starter, place.binaries.initdb, [...initArgs, ...locale, ...small]);
    const result = spawnSync(run.file, run.args, { ...run.ids, encoding: 'utf8', env: serverEnv() });
    if (result.status !== 0) {
      throw new Error(
        `PostgreSQL could not create its data: ${result.error?.message ?? result.stderr.trim()}`,
      );
    }
    moveIntoPlace(fresh, place.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

function moveIntoPlace(fresh: string, cluster: string): void {
  try {
    renameSync(fresh, cluster);
  } catch (error) {
    // A concurrent start has created the cluster first; use it.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

type Server = Pick<Postgres, 'port' | 'ended' | 'stop'>;

async function startServer(place: Place, dataDir: string, options: PostgresOptions): Promise<Server> {
  const deadline = Date.now() + HANDOVER_MS;
  let port = await choosePort(options.port);
  for (let attempt = 0; ; attempt++) {
    const started = await tryStart(place, port, options);
    if (started.ok) {
      writeFileSync(ownerPath(dataDir), JSON.stringify({ pid: process.pid, port } satisfies Owner));
      return { port, ended: started.ended, stop: started.stop };
    }
    if (/could not (bind|create any TCP)/.test(started.log) && attempt < 5) {
      port = await choosePort();
      continue;
    }
    if (!/lock file "postmaster.pid"|pre-existing shared memory/.test(started.log)) {
      throw new Error(`PostgreSQL did not start:\n${started.log}`);
    }
    const owner = readOwner(dataDir);
    if (owner !== null || Date.now() > deadline) throw new DataInUseError(dataDir, owner?.pid ?? 0);
    // The previous owner was just killed and its server is still shutting down.
    await sleep(100);
  }
}

/**
 * The process that serves from this folder, and the port of its PostgreSQL; null when there is none or it has ended.
 */
export function readOwner(dataDir: string): Owner | null {
  const file = ownerPath(resolve(dataDir));
  if (!existsSync(file)) return null;
  const owner = ownerFile.safeParse(JSON.parse(readFileSync(file, 'utf8') || 'null')).data;
  return owner !== undefined && isAlive(owner.pid) ? owner : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

/** The process has ended, but its parent has not collected it yet. Windows has no such processes. */
function isZombie(pid: number): boolean {
  if (process.platform === 'win32') return false;
  const status = `/proc/${pid}/status`;
  // `ps` may be missing in a container.
  if (existsSync(status)) return /^State:\s+Z/m.test(readFileSync(status, 'utf8'));
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.startsWith('Z');
}

type Started =
  | { readonly ok: true; readonly ended: Promise<string>; readonly stop: () => Promise<void> }
  | { readonly ok: false; readonly log: string };

async function tryStart(place: Place, port: number, options: PostgresOptions): Promise<Started> {
  const run = command(place.starter, place.binaries.postgres, serverArguments(place.cluster, port, options));
  const stopCommand = [place.binaries.pgCtl, 'stop', '-m', 'fast', '-D', place.cluster];
  const child = spawnWithParent({ ...run, env: serverEnv(), cwd: '/', signal: 'INT', stopCommand });
  const log: string[] = [];
  let ready = (): void => undefined;
  const isReady = new Promise<'ready'>((done) => {
    ready = () => done('ready');
  });
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log.push(text);
    if (log.length > 50) log.shift();
    if (text.includes('ready to accept connections')) ready();
  });
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(`${log.join('')}${error.message}`));
    child.once('close', () => done(log.join('')));
  });
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  const timeout = sleep(START_TIMEOUT_MS, 'timeout' as const, { ref: false });
  const first = await Promise.race([isReady, timeout, ended]);
  if (first === 'ready') return { ok: true, ended, stop };
  if (first === 'timeout') await stop();
  return { ok: false, log: log.join('') || first };
}

function command(starter: Starter, program: string, args: readonly string[]) {
  if (starter.kind === 'prefix') {
    const [file = program, ...prefix] = starter.args;
    return { file, args: [...prefix, program, ...args], ids: {} };
  }
  const ids: Ids = starter.kind === 'self' ? {} : { uid: starter.uid, gid: starter.gid };
  return { file: program, args: [...args], ids };
}

/** Passes none of the caller's environment on: `PGPORT`, `LC_ALL` and the like would change the server's behaviour. */
function serverEnv(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(SystemRoot === undefined ? {} : { SystemRoot, TEMP }) };
}

function serverArguments(cluster: string, port: number, options: PostgresOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '32MB',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    fsync: options.fast ? 'off' : 'on',
    full_page_writes: options.fast ? 'off' : 'on',
    synchronous_commit: options.fast ? 'off' : 'on',
    autovacuum: options.autovacuum === false ? 'off' : 'on',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
