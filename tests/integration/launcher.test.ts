import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { choosePort } from '../../src/embedded-supabase/node/choose-port.ts';
import {
  DataInUseError,
  type Postgres,
  readOwner,
  startPostgres,
} from '../../src/embedded-supabase/node/postgres.ts';
import { openPlace } from '../../src/embedded-supabase/node/postgres-place.ts';
import { refuseIfTaken } from '../../src/embedded-supabase/node/refuse-if-taken.ts';
import { firstClosedAncestor } from '../../src/embedded-supabase/node/unprivileged.ts';
import { makeTestDataDir } from '../support/open-test-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spolu-launcher-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function makeDataDir(): Promise<string> {
  const folder = await makeTestDataDir();
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, fast: true });
  undo.push(() => postgres.stop());
  return postgres;
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

interface Program {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** Runs the whole program in its own process, on a project with one function. */
function runProgram(dataDir: string, env: Readonly<Record<string, string>> = {}): Program {
  const project = makeFolder();
  mkdirSync(join(project, 'supabase/functions/hello'), { recursive: true });
  writeFileSync(
    join(project, 'supabase/functions/hello/index.ts'),
    `Deno.serve(() => new Response('hello'));`,
  );
  const words = [
    '--import',
    'tsx',
    'src/embedded-supabase/node/main.ts',
    '--dir',
    project,
    '--data-dir',
    dataDir,
  ];
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  undo.push(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output: () => output, ended };
}

/** Allows for a busy disk. */
const LONGEST_START_MS = 120_000;

/** The rest of the printed line that begins with `name`. */
function readLine({ output }: Program, name: string): Promise<string> {
  const read = (): string => {
    const line = output()
      .split('\n')
      .find((text) => text.trim().startsWith(name));
    if (line === undefined) throw new Error(`no line begins with "${name}":\n${output()}`);
    return line.trim().slice(name.length).trim();
  };
  return vi.waitFor(read, { timeout: LONGEST_START_MS, interval: 20 });
}

const processesWith = (word: string) =>
  new Promise<string[]>((done) => {
    const ps = spawn('ps', ['-eo', 'args']);
    let text = '';
    ps.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    ps.once('close', () => done(text.split('\n').filter((line) => line.includes(word))));
  });

describe('PostgreSQL', () => {
  it('keeps committed data, and a second start reports the owner', async () => {
    const dataDir = await makeDataDir();
    const first = await start(dataDir);
    await ask(first.url, 'create table kept (id int)');
    const second = startPostgres({ dataDir, fast: true });
    await expect(second).rejects.toThrow(DataInUseError);
    await expect(second).rejects.toMatchObject({ code: 'data_in_use', pid: process.pid });
    await first.stop();
    const again = await start(dataDir);
    expect(again.created).toBe(false);
    expect(await ask(again.url, `select to_regclass('kept') is not null as there`)).toEqual([
      { there: true },
    ]);
  });

  it('is durable unless `fast` is set, and listens on loopback only', async () => {
    const dataDir = await makeDataDir();
    const postgres = await startPostgres({ dataDir });
    undo.push(() => postgres.stop());
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'server_encoding'];
    const rows = await ask(
      postgres.url,
      `select name, setting from pg_settings where name in ('${names.join("','")}')`,
    );
    expect(Object.fromEntries(rows.map((row) => Object.values(row as object)))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
    });
    const guess = new URL(postgres.url);
    guess.password = 'wrong';
    await expect(ask(guess.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('starts in a folder that other users may not enter', async () => {
    const home = makeFolder();
    const dataDir = join(home, 'data');
    chmodSync(home, 0o700);
    const postgres = await start(dataDir);
    expect(postgres.created).toBe(true);
    expect(await ask(postgres.url, `select gen_random_uuid() is not null as ok`)).toEqual([{ ok: true }]);
    await ask(postgres.url, 'create extension pgcrypto');
    expect(statSync(join(dataDir, 'database-password')).mode & 0o077).toBe(0);
  });

  it('takes another port when the preferred one is in use', async () => {
    const dataDir = await makeDataDir();
    const blocker = createServer().listen(0, '127.0.0.1');
    undo.push(() => blocker.close());
    await new Promise((done) => blocker.once('listening', done));
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const postgres = await startPostgres({ dataDir, port, fast: true });
    undo.push(() => postgres.stop());
    expect(postgres.port).not.toBe(port);
  });
});

describe('the place of PostgreSQL', () => {
  it('is detected as closed to other users', () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'a/b'), { recursive: true });
    expect(firstClosedAncestor(join(folder, 'a/b/not-there'))).toBe(
      process.getuid?.() === 0 ? folder : folder,
    );
    chmodSync(folder, 0o755);
    expect(firstClosedAncestor(join(folder, 'a/b/not-there'))).toBe(null);
    chmodSync(join(folder, 'a'), 0o750);
    expect(firstClosedAncestor(join(folder, 'a/b/not-there'))).toBe(join(folder, 'a'));
  });

  it('is moved, with a message, when nothing else helps; and stays there', () => {
    const folder = makeFolder();
    const said: string[] = [];
    const open = () =>
      openPlace(
        folder,
        (text) => said.push(text),
        join(folder, 'elsewhere'),
        (_program, paths) =>
          paths[0] === folder
            ? { kind: 'blocked', uid: 65_534, gid: 65_534, path: folder }
            : { kind: 'ids', uid: 65_534, gid: 65_534 },
      );
    const place = open();
    expect(place.starter.kind).toBe('ids');
    expect(place.binaries.postgres).toContain(join(folder, 'elsewhere'));
    expect(existsSync(place.binaries.postgres)).toBe(true);
    expect(lstatSync(join(folder, 'postgres')).isSymbolicLink()).toBe(true);
    expect(said.join()).toMatch(/nobody may not enter .* is kept in/);
    mkdirSync(place.cluster, { recursive: true });
    expect(open().cluster).toBe(place.cluster);
    expect(said).toHaveLength(1);
  });
});

describe('the program', { timeout: 2 * LONGEST_START_MS }, () => {
  it('leaves no process after kill -9, and restarts at once on the same data', async () => {
    const dataDir = await makeDataDir();
    const program = runProgram(dataDir);
    const url = await readLine(program, 'API URL');
    const reply = await fetch(`${url}/functions/v1/hello`, {
      headers: { apikey: await readLine(program, 'Publishable key') },
    });
    expect(await reply.text()).toBe('hello');
    expect((await processesWith(dataDir)).some((line) => line.includes('postgres'))).toBe(true);
    expect((await processesWith(url.slice(7))).some((line) => line.includes('deno'))).toBe(true);
    program.child.kill('SIGKILL');
    await program.ended;
    const again = runProgram(dataDir);
    await readLine(again, 'API URL');
    await expect.poll(() => processesWith(url.slice(7)), { timeout: 5000 }).toEqual([]);
    again.child.kill('SIGINT');
    expect(await again.ended).toBe(0);
    expect(await processesWith(dataDir)).toEqual([]);
  });

  it('starts its PostgreSQL again when that is killed, with one line in the log', async () => {
    const dataDir = await makeDataDir();
    const program = runProgram(dataDir);
    const url = await readLine(program, 'API URL');
    const key = await readLine(program, 'Secret key');
    const before = program.output();
    const read = async () => (await fetch(`${url}/auth/v1/admin/users`, { headers: { apikey: key } })).status;
    expect(await read()).toBe(200);
    for (let time = 1; time <= 2; time += 1) {
      const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      const lines = () => program.output().slice(before.length).split('starts again').length - 1;
      await expect.poll(lines, { timeout: 5000 }).toBe(time);
      await expect.poll(read, { timeout: 20_000 }).toBe(200);
    }
    expect(program.output().slice(before.length).trim().split('\n')).toEqual([
      'PostgreSQL ended unexpectedly and starts again.',
      'PostgreSQL ended unexpectedly and starts again.',
    ]);
    expect(program.child.exitCode).toBeNull();
  });

  it('reports in one sentence that the data or the port is in use', async () => {
    const dataDir = await makeDataDir();
    const first = runProgram(dataDir);
    const url = await readLine(first, 'API URL');
    const sameData = runProgram(dataDir);
    const samePort = runProgram(await makeDataDir(), { PORT: new URL(url).port });
    expect([await sameData.ended, await samePort.ended]).toEqual([1, 1]);
    expect(sameData.output().trim()).toBe(
      `The data in ${dataDir} is already in use by process ${first.child.pid}. It serves ${url}. Stop it first, or set DATA_DIR to another folder.`,
    );
    expect(samePort.output()).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use by another program\./m);
  });

  it('is not started by npm start, nor is the app built, while the data or the port is in use', async () => {
    const dataDir = await makeDataDir();
    const first = runProgram(dataDir);
    const url = await readLine(first, 'API URL');
    const { port } = new URL(url);
    // Another key would require another build.
    const npmStart = (env: Readonly<Record<string, string>>) =>
      spawnSync(process.execPath, ['scripts/run.mjs', 'start'], {
        cwd: ROOT,
        env: { PATH: process.env['PATH'] ?? '', VITE_SUPABASE_PUBLISHABLE_KEY: 'another', ...env },
        encoding: 'utf8',
      });
    const sameData = npmStart({ DATA_DIR: dataDir, PORT: '0' });
    expect([sameData.status, sameData.stdout, sameData.stderr.trim()]).toEqual([
      1,
      '',
      `The data in ${dataDir} is already in use by process ${first.child.pid}. It serves ${url}. Stop it first, or set DATA_DIR to another folder.`,
    ]);
    const samePort = npmStart({ DATA_DIR: join(makeFolder(), 'data'), PORT: port });
    expect([samePort.status, samePort.stdout, samePort.stderr.trim()]).toEqual([
      1,
      '',
      `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to another number.`,
    ]);
  });

  it('is not refused because of a reused process id', async () => {
    const dataDir = makeFolder();
    const [port, free] = [await choosePort(), await choosePort()];
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ pid: process.ppid, port }));
    const settings = {
      dataDir,
      address: { host: '127.0.0.1', port: free },
      elsewhere: null,
      databaseUrl: null,
    };
    await refuseIfTaken(settings);
    const other = createServer().listen(port, '127.0.0.1');
    undo.push(() => other.close());
    await new Promise((done) => other.once('listening', done));
    await expect(refuseIfTaken(settings)).rejects.toMatchObject({ code: 'data_in_use', pid: process.ppid });
    await refuseIfTaken({ ...settings, databaseUrl: 'postgresql://elsewhere' });
  });

  it('is not refused because of an owner that was killed and not collected by its parent', async () => {
    const dataDir = makeFolder();
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    undo.push(() => parent.kill());
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    await expect.poll(() => readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/State:\s+Z/);
    const port = await choosePort();
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ pid, port }));
    const other = createServer().listen(port, '127.0.0.1');
    undo.push(() => other.close());
    const address = { host: '127.0.0.1', port: 0 };
    await refuseIfTaken({ dataDir, address, elsewhere: null, databaseUrl: null });
    expect(readOwner(dataDir)).toBeNull();
  });

  it('does not start in public without confirmed addresses, unless OPEN_SIGN_UP is set', async () => {
    const program = runProgram(makeFolder(), { HOST: '0.0.0.0' });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/sends no mail: .*Set SMTP_URL and SMTP_FROM.*or OPEN_SIGN_UP=1/);
  });

  it('generates keys where others can reach it, keeps them, and serves no mailbox', async () => {
    const dataDir = await makeDataDir();
    const env = { HOST: '0.0.0.0', OPEN_SIGN_UP: '1' };
    const program = runProgram(dataDir, env);
    const key = await readLine(program, 'Secret key');
    expect(key).not.toContain('N7UND0UgjKTVK');
    expect(statSync(join(dataDir, 'keys.json')).mode & 0o077).toBe(0);
    expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toContain(key);
    const url = await readLine(program, 'API URL');
    expect((await fetch(`${url}/inbox`)).status).toBe(404);
    expect(
      (await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key, origin: 'https://x.test' } })).status,
    ).toBe(200);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const refused = runProgram(dataDir, {
      ...env,
      JWT_SECRET: 'super-secret-jwt-token-with-at-least-32-characters-long',
    });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/keys are the public defaults: set JWT_SECRET and SECRET_KEY/);
  });
});
