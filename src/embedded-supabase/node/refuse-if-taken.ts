/**
 * Looks whether a start would fail because something else runs already: cheap, and before anything is touched. The
 * start itself decides again, so a wrong "free" costs nothing.
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

/** Throws `DataInUseError`. A number alone says little, as numbers of processes come again: its database answers too. */
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
