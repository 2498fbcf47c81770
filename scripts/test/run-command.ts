import { spawn, type ChildProcess } from 'node:child_process';

/** As `timeout` of the coreutils. */
const TIMED_OUT = 124;
/** Time to close browsers and databases after SIGTERM. */
const CLOSING_MS = 15_000;

export interface CommandOptions {
  /** Returns the output instead of showing it. */
  readonly quiet?: boolean;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Starts the command in a session of its own. */
  readonly onStart?: ((child: ChildProcess) => void) | null;
  /** A command that takes longer hangs: it is ended, and has failed. */
  readonly limitMs: number;
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Resolves when the command has ended, at the latest after its limit. Never rejects: a failed start has code 127. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<Outcome> {
  const { quiet = false, cwd, env = process.env, onStart = null, limitMs } = options;
  return new Promise((resolve) => {
    const pipe = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', pipe, pipe],
      shell: process.platform === 'win32',
      detached: onStart !== null,
    });
    let output = '';
    let isLate = false;
    let giveUp: NodeJS.Timeout | undefined;
    const end = (code: number): void => {
      clearTimeout(limit);
      clearTimeout(giveUp);
      // A process that the command left behind may hold the pipes open.
      for (const stream of [child.stdout, child.stderr]) stream?.destroy();
      if (isLate) output += `\n${command} took longer than ${Math.round(limitMs / 1000)} s and was ended`;
      resolve({ code: isLate ? TIMED_OUT : code, output });
    };
    const limit = setTimeout(() => {
      isLate = true;
      child.kill('SIGTERM');
      giveUp = setTimeout(() => {
        child.kill('SIGKILL');
        end(TIMED_OUT);
      }, CLOSING_MS);
    }, limitMs);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => {
      output += String(error);
      end(127);
    });
    // Not 'exit', after which output may still arrive.
    child.once('close', (code) => end(code ?? 1));
    if (child.pid !== undefined) onStart?.(child);
  });
}
