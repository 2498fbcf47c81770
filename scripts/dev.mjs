/** Runs Vite with hot reload for the app, and an embedded Supabase that restarts when its code or a migration changes. */
import { spawn } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PORT = process.env.PORT ?? '5173';
const API_PORT = process.env.API_PORT ?? '54321';
const LOCAL_PUBLISHABLE_KEY = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH';
/** The limit of the embedded Realtime (realtime-config.ts). */
const EVENTS_PER_SECOND = '100000';
/** Sources of the backend. It watches the functions itself. */
const WATCHED = [
  'src/embedded-supabase',
  'supabase/migrations',
  'supabase/templates',
  'supabase/config.toml',
];

/** Runs until Ctrl+C. */
export async function startDev(args) {
  process.env.VITE_SUPABASE_URL = `http://127.0.0.1:${API_PORT}`;
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = process.env.PUBLISHABLE_KEY ?? LOCAL_PUBLISHABLE_KEY;
  process.env.VITE_REALTIME_EVENTS_PER_SECOND = EVENTS_PER_SECOND;
  // Vite runs in this process, so that killing it leaves no child behind.
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: ROOT,
    server: { host: '127.0.0.1', port: Number(PORT), strictPort: true },
  });
  await vite.listen();
  vite.printUrls();
  let stopping = false;
  let backend = startBackend(args);

  const restart = debounce(300, async () => {
    if (stopping) return;
    console.log('Restarting the embedded Supabase…');
    await stop(backend);
    if (!stopping) backend = startBackend(args);
  });
  const watchers = WATCHED.filter((path) => existsSync(join(ROOT, path))).map((path) =>
    watch(join(ROOT, path), { recursive: !path.includes('.') }, restart),
  );

  const end = async () => {
    if (stopping) return;
    stopping = true;
    for (const watcher of watchers) watcher.close();
    await Promise.all([stop(backend), vite.close()]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
}

/** Detached from the terminal's signals: this process stops it. It also stops when this end of its stdin closes. */
function startBackend(args) {
  const nodeArgs = [
    '--import',
    'tsx',
    'src/embedded-supabase/node/main.ts',
    '--watch',
    '--port',
    API_PORT,
    ...args,
  ];
  return spawn(process.execPath, nodeArgs, {
    cwd: ROOT,
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
    env: {
      SITE_URL: `http://127.0.0.1:${PORT}`,
      ...process.env,
      STOP_WITH_STDIN: '1',
      VITE_SUPABASE_URL: '',
    },
  });
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  return gone;
}

function debounce(delayMs, action) {
  let timer;
  let busy = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      busy = busy.then(action);
    }, delayMs);
  };
}
