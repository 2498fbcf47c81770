/**
 * A line between one page and the server: a TCP proxy that cuts its connections, refuses new ones or stops carrying bytes.
 * Each fault can be limited to one of the two ways, the WebSocket or the requests.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Way = 'socket' | 'requests';
export const BOTH_WAYS: readonly Way[] = ['socket', 'requests'];

export interface Line {
  readonly url: string;
  /** Ends the open connections; new ones are accepted. */
  cut(ways: readonly Way[]): void;
  /** Ends the open connections and refuses new ones until `heal`. */
  refuse(ways: readonly Way[]): void;
  /** Open and new connections carry nothing until `heal`; then they go on where they were. */
  stall(ways: readonly Way[]): void;
  /** Open connections never carry anything again, and are not closed either. New ones work. */
  freeze(ways: readonly Way[]): void;
  heal(): void;
  close(): Promise<void>;
}

interface Connection {
  readonly way: Way;
  readonly near: Socket;
  readonly far: Socket;
  isFrozen: boolean;
}

interface Faults {
  refused: readonly Way[];
  stalled: readonly Way[];
}

export async function openLine(serverUrl: string): Promise<Line> {
  const connections = new Set<Connection>();
  const faults: Faults = { refused: [], stalled: [] };
  const port = Number(new URL(serverUrl).port);
  const server = createServer((near) => accept(near, port, connections, faults));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const forWays = (ways: readonly Way[], act: (connection: Connection) => void): void => {
    for (const connection of connections) if (ways.includes(connection.way)) act(connection);
  };
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (ways) => forWays(ways, end),
    refuse: (ways) => {
      faults.refused = ways;
      line.cut(ways);
    },
    stall: (ways) => {
      faults.stalled = ways;
      forWays(ways, pause);
    },
    freeze: (ways) =>
      forWays(ways, (connection) => {
        connection.isFrozen = true;
        pause(connection);
      }),
    heal: () => {
      faults.refused = [];
      faults.stalled = [];
      forWays(BOTH_WAYS, resume);
    },
    close: async () => {
      forWays(BOTH_WAYS, end);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return line;
}

/** The first bytes of a connection show its way. */
function accept(near: Socket, port: number, connections: Set<Connection>, faults: Faults): void {
  near.on('error', () => near.destroy());
  near.once('data', (head: Buffer) => {
    const way = head.includes('/realtime/v1/websocket') ? 'socket' : 'requests';
    if (faults.refused.includes(way)) return near.resetAndDestroy();
    near.pause();
    const far = connect(port, '127.0.0.1');
    const connection: Connection = { way, near, far, isFrozen: false };
    connections.add(connection);
    far.write(head);
    carry(connection, () => connections.delete(connection));
    if (faults.stalled.includes(way)) pause(connection);
  });
}

function carry(connection: Connection, onEnd: () => void): void {
  const { near, far } = connection;
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.setNoDelay(true);
    from.on('data', (bytes) => to.write(bytes));
    from.on('end', () => connection.isFrozen || to.end());
    from.on('error', () => end(connection));
    from.on('close', () => {
      // The other end of a frozen connection must not receive this.
      if (connection.isFrozen) return;
      onEnd();
      to.destroy();
    });
  }
  near.resume();
}

function pause({ near, far }: Connection): void {
  near.pause();
  far.pause();
}

function resume({ isFrozen, near, far }: Connection): void {
  if (isFrozen) return;
  near.resume();
  far.resume();
}

function end({ near, far }: Connection): void {
  near.resetAndDestroy();
  far.destroy();
}
