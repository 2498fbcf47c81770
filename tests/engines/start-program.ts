import { spawn } from 'node:child_process';

export interface RunningProgram {
  /** The first group of the pattern in the line that the program printed when it was ready. */
  readonly found: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;

/** Starts a program and waits until its output matches the pattern, if there is one. */
export async function startProgram(
  command: string,
  args: readonly string[],
  ready: RegExp | null,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    child.kill('SIGTERM');
    const hanging = setTimeout(kill, 5000);
    await ended;
    clearTimeout(hanging);
  };
  const found = await new Promise<string>((resolve, reject) => {
    let output = '';
    const fail = (problem: string): void => reject(new Error(`${command} ${problem}:\n${output}`));
    const timer = setTimeout(() => fail('is not ready'), READY_WITHIN_MS);
    timer.unref();
    if (ready === null) resolve('');
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const match = ready?.exec(output);
      if (match) resolve(match[1] ?? '');
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', ({ message }) => fail(message));
    child.once('close', (code) => fail(`ended with ${code}`));
  });
  return { found, stop };
}
