/** Realtime's ports to the outside. They are independent of Node; node/serve.ts and the tests implement them. */

/** The server's side of one WebSocket. A string is a text frame, bytes are a binary frame. */
export interface SocketPort {
  send(data: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
  /** Sends a ping. Any bytes from the peer are reported to `Connected.bytesReceived`. */
  ping(): void;
  /** Bytes accepted by `send` but not yet passed to the network. */
  bufferedBytes?(): number;
}

/** Milliseconds since 1970. */
export type Clock = () => number;

/** Runs `callback` once after `delayMs` unless the returned undo is called first. Must not keep the process alive. */
export type StartTimer = (delayMs: number, callback: () => void) => () => void;

/** Returns the ended ones of these sign-in sessions. */
export type FindEndedSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface Random {
  uuid(): string;
}

type LogLevel = 'debug' | 'info' | 'warning' | 'error';
export type Log = (level: LogLevel, message: string) => void;
