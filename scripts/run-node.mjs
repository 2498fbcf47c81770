import { spawn } from 'node:child_process';

/** Runs Node with these arguments; resolves with its exit code. Ctrl+C reaches both processes; the child handles it. */
export function runNode(args, { env = {}, ...options } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
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
