import { createServer } from 'node:net';

/** Returns a free port on loopback: the wanted one if it is free. Another program may still take it first. */
export async function choosePort(wanted?: number): Promise<number> {
  const free = wanted === undefined ? null : await probePort(wanted);
  return free ?? (await probePort(0)) ?? Promise.reject(new Error('There is no free port on 127.0.0.1.'));
}

function probePort(port: number): Promise<number | null> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(null));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
