/** A TCP proxy with the latency and the rate of a line. It also slows down what a service worker fetches. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface LineSpeed {
  /** From the server's first byte to the browser's. */
  readonly latencyMs: number;
  /** From the server to the browser, all connections together. */
  readonly bytesPerSecond: number;
}

export interface SlowLine {
  readonly url: string;
  /** Null: the line is cut. */
  setSpeed(speed: LineSpeed | null): void;
  close(): Promise<void>;
}

export const FAST: LineSpeed = { latencyMs: 0, bytesPerSecond: Infinity };

export async function openSlowLine(serverPort: number): Promise<SlowLine> {
  let speed: LineSpeed | null = FAST;
  let freeAtMs = 0;
  const open = new Set<Socket>();
  const endAll = (): void => open.forEach((socket) => socket.destroy());
  const arrivalMs = (bytes: number, { latencyMs, bytesPerSecond }: LineSpeed): number => {
    freeAtMs = Math.max(freeAtMs, performance.now()) + (bytes / bytesPerSecond) * 1000;
    return freeAtMs + latencyMs;
  };

  const server = createServer((near) => {
    if (speed === null) return void near.destroy();
    const far = connect(serverPort, '127.0.0.1');
    let last = Promise.resolve();
    const inTurn = (atMs: number, act: () => void): void => {
      last = last.then(() => until(atMs)).then(act);
    };
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        if (socket === near) other.destroy();
      });
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      if (speed !== null) inTurn(arrivalMs(bytes.length, speed), () => void near.write(bytes));
    });
    far.on('close', () => inTurn(0, () => near.end()));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setSpeed: (next) => {
      speed = next;
      freeAtMs = 0;
      if (next === null) endAll();
    },
    close: () => {
      endAll();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function until(atMs: number): Promise<void> {
  const waitMs = atMs - performance.now();
  if (waitMs > 0)
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
}
