/** Measures the time of `npm start` until the first page is served, and the memory at idle. */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeData, startSpolu, type RunningSpolu } from '../support/start-spolu.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Startup {
  /** Nothing built, no data; packages installed. */
  readonly coldMs: number;
  /** Built and with data; median of three. */
  readonly warmMs: number;
  /** Memory of all processes ten seconds after the start; null where it cannot be read. */
  readonly idleMb: number | null;
  readonly idleMbByProgram: Readonly<Record<string, number>>;
}

export async function measureStartup(): Promise<Startup> {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  let spolu = await startSpolu();
  const coldMs = await untilFirstPage(spolu);
  const warm: number[] = [];
  for (let round = 0; round < 3; round++) {
    await spolu.stop();
    spolu = await startSpolu({ dataDir: spolu.dataDir });
    warm.push(await untilFirstPage(spolu));
  }
  await sleep(10_000);
  const idle = memoryByProgram(spolu.pid);
  await spolu.stop();
  removeData(spolu);
  const idleMb = idle === null ? null : Object.values(idle).reduce((sum, mb) => sum + mb, 0);
  return { coldMs, warmMs: warm.toSorted((a, b) => a - b)[1]!, idleMb, idleMbByProgram: idle ?? {} };
}

async function untilFirstPage(spolu: RunningSpolu): Promise<number> {
  const requestedMs = performance.now();
  const reply = await fetch(`${spolu.url}/sign-in`);
  const page = await reply.text();
  if (!reply.ok || !page.includes('id="root"')) throw new Error(`no page: ${reply.status}`);
  return spolu.startedAfterMs + performance.now() - requestedMs;
}

/** Proportional set size of a process and all below it: shared pages are counted once. Linux only. */
function memoryByProgram(root: number): Record<string, number> | null {
  if (process.platform !== 'linux') return null;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = /^PPid:\s+(\d+)/m.exec(readOf(Number(name), 'status') ?? '')?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid)!));
  const byProgram: Record<string, number> = {};
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue;
    const [program, memory] = [readOf(pid, 'comm'), readOf(pid, 'smaps_rollup')];
    if (program === null || memory === null) continue;
    const pss = /^Pss:\s+(\d+) kB/m.exec(memory)?.[1];
    byProgram[program.trim()] = (byProgram[program.trim()] ?? 0) + Number(pss ?? 0) / 1024;
  }
  return byProgram;
}

/** A file of a process below /proc; null when the process has ended. */
function readOf(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return null;
    throw error;
  }
}
