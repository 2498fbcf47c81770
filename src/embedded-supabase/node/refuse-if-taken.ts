/**
 * Checks cheaply, before any side effect, whether a start would fail because something else is running. The start
 * itself checks again, so a wrong "free" is harmless.
 */
import { connect } from 'node:net';
import { createServer } from 'node:http';
import { DataInUseError, readOwner } from './postgres.ts';
import type { Settings } from './read-settings.ts';
import { listen } from './serve.ts';

/** Throws `DataInUseError` or `PortInUseError`, as the start would. */
export async function refuseIfTaken(
  settings: Pick<Settings, 'dataDir' | 'address' | 'elsewhere' | 'databaseUrl'>,
): Promise<void> {
  const { dataDir, address } = settings;
  if (settings.elsewhere === null && settings.databaseUrl === null) await refuseIfOwned(dataDir);
  if (address.port === 0) return;
  const probe = createServer();
  await listen(probe, address.host, address.port);
  await new Promise((done) => probe.close(done));
}

/** Throws `DataInUseError`. Process ids are reused, so the owner's database must answer too. */
export async function refuseIfOwned(dataDir: string): Promise<void> {
  const owner = readOwner(dataDir);
  if (owner === null || owner.pid === process.pid || owner.port === undefined) return;
  if (await isListening(owner.port)) throw new DataInUseError(dataDir, owner.pid);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answer: boolean) => {
      socket.destroy();
      done(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.setTimeout(1000, () => end(false));
  });
}
