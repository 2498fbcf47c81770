/** A proxy between one browser and the server that fails as networks do. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Line {
  /** URL of the proxy. */
  readonly url: string;
  /** Breaks all connections and rejects new ones. */
  cut(): void;
  /** Half open: accepts data but returns none, on old and new connections. */
  silence(): void;
  /** Accepts new connections and breaks the silent ones. */
  repair(): void;
  close(): Promise<void>;
}

export async function openLine(serverUrl: string): Promise<Line> {
  const { hostname, port } = new URL(serverUrl);
  const nears = new Set<Socket>();
  let state: 'good' | 'cut' | 'silent' = 'good';
  const silent = new WeakSet<Socket>();

  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    if (state === 'cut') return void near.destroy();
    nears.add(near);
    if (state === 'silent') silent.add(near);
    const far = connect(Number(port), hostname);
    far.on('error', () => far.destroy());
    near.on('data', (bytes) => silent.has(near) || far.write(bytes));
    far.on('data', (bytes) => silent.has(near) || near.write(bytes));
    far.on('close', () => silent.has(near) || near.destroy());
    near.on('close', () => {
      nears.delete(near);
      far.destroy();
    });
  });
  const breakAll = (which: (near: Socket) => boolean): void => {
    for (const near of nears) if (which(near)) near.destroy();
  };

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      state = 'cut';
      breakAll(() => true);
    },
    silence: () => {
      state = 'silent';
      for (const near of nears) silent.add(near);
    },
    repair: () => {
      state = 'good';
      breakAll((near) => silent.has(near));
    },
    close: () => {
      breakAll(() => true);
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
