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
  /** Open connections swallow everything from now on, and the server does not close them either. New ones work. */
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

interface Exchange {
  readonly port: number;
  readonly connections: Set<Connection>;
  refused: readonly Way[];
  stalled: readonly Way[];
}

export async function openLine(serverUrl: string): Promise<Line> {
  const port = Number(new URL(serverUrl).port);
  const exchange: Exchange = { port, connections: new Set(), refused: [], stalled: [] };
  const server = createServer((near) => accept(near, exchange));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const forWays = (ways: readonly Way[], act: (connection: Connection) => void): void => {
    for (const connection of exchange.connections) if (ways.includes(connection.way)) act(connection);
  };
  const line: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (ways) => forWays(ways, end),
    refuse: (ways) => {
      exchange.refused = ways;
      line.cut(ways);
    },
    stall: (ways) => {
      exchange.stalled = ways;
      forWays(ways, pause);
    },
    freeze: (ways) =>
      forWays(ways, (connection) => {
        connection.isFrozen = true;
        connection.far.pause();
      }),
    heal: () => {
      exchange.refused = [];
      exchange.stalled = [];
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
function accept(near: Socket, exchange: Exchange): void {
  near.on('error', () => near.destroy());
  near.once('data', (head: Buffer) => {
    const way = head.includes('/realtime/v1/websocket') ? 'socket' : 'requests';
    if (exchange.refused.includes(way)) return near.resetAndDestroy();
    near.pause();
    forward(near, head, way, exchange);
  });
}

function forward(near: Socket, head: Buffer, way: Way, exchange: Exchange): void {
  const far = connect(exchange.port, '127.0.0.1');
  const connection: Connection = { way, near, far, isFrozen: false };
  exchange.connections.add(connection);
  far.write(head);
  carry(connection, near, far);
  carry(connection, far, near);
  near.on('close', () => {
    exchange.connections.delete(connection);
    // The server is not notified when a page leaves a frozen connection.
    if (!connection.isFrozen) far.destroy();
  });
  far.on('close', () => connection.isFrozen || near.destroy());
  if (exchange.stalled.includes(way)) pause(connection);
  else near.resume();
}

function carry(connection: Connection, from: Socket, to: Socket): void {
  from.setNoDelay(true);
  from.on('data', (bytes) => connection.isFrozen || to.write(bytes));
  from.on('end', () => connection.isFrozen || to.end());
  from.on('error', () => from.destroy());
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
