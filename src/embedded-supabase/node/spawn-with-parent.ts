/**
 * Starts a program that ends with this process, even when that is killed.
 *
 * The kernel closes the pipe to the program's watcher when this process dies, even by `kill -9`; the watcher then
 * signals the program to stop. For an orderly stop, end `stdin`.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

export interface Ids {
  readonly uid?: number;
  readonly gid?: number;
}

export interface ProgramOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly ids?: Ids;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The signal that stops the program. */
  readonly signal: 'INT' | 'TERM' | 'KILL';
  /** The command that stops it where there are no signals (Windows). Without it, the program is killed. */
  readonly stopCommand?: readonly string[];
}

export type Program = ChildProcessByStdio<Writable, Readable, Readable>;

/** The shell waits for the program and for the end of its standard input, upon which it signals the program. */
const watchScript = (signal: ProgramOptions['signal']) => `exec 3<&0
"$@" </dev/null 3<&- & program=$!
exec 2>/dev/null
{ while read -r _ <&3; do :; done; kill -${signal} $program; } >/dev/null & watch=$!
exec 3<&-
wait $program; status=$?
kill $watch 2>/dev/null
exit $status`;

export function spawnWithParent(options: ProgramOptions): Program {
  const { file, args, ids, env, cwd } = options;
  if (process.platform === 'win32') return spawnOnWindows(options);
  return spawn('/bin/sh', ['-c', watchScript(options.signal), 'watch', file, ...args], {
    ...ids,
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl+C reaches the whole process group of a terminal, but this process decides when the program stops.
    detached: true,
  });
}

/** Windows has no shell to rely on: a second Node process watches. Not covered by the tests, which run on Linux. */
function spawnOnWindows(options: ProgramOptions): Program {
  const { file, args, env, cwd, stopCommand } = options;
  const child = spawn(file, [...args], { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const [stop = 'taskkill', ...rest] = stopCommand ?? ['taskkill', '/F', '/T', '/PID', String(child.pid)];
  const script = `process.stdin.resume().on('end', () => require('child_process').spawnSync(...${JSON.stringify([stop, rest])}))`;
  const watch = spawn(process.execPath, ['-e', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.stdin.once('finish', () => watch.stdin.end());
  return child;
}
