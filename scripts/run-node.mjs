import { spawn } from 'node:child_process';

/** Runs Node with these words and ends with its exit code. Ctrl+C reaches both; the other one decides what it means. */
export function runNode(words, { env = {}, ...options } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, words, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      ...options,
    });
    const pass = (signal) => child.kill(signal);
    const ignore = () => undefined;
    process.on('SIGINT', ignore);
    process.on('SIGTERM', pass);
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', ignore);
      process.off('SIGTERM', pass);
      done(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}
