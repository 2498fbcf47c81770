/** What Realtime needs from the outside world. None of it is Node's; node/serve.ts and the tests supply it. */

/** One WebSocket, seen from the server's inside. A string is a text frame, bytes are a binary frame. */
export interface SocketPort {
  send(data: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
  /** Asks the peer for a sign of life. `Connected.heard` reports it. */
  ping(): void;
  /** Bytes accepted by `send` and not yet given to the network. */
  bufferedBytes?(): number;
}

/** Milliseconds since 1970. */
export type Clock = () => number;

/** Runs `callback` once after `delayMs` unless the returned undo is called first. Must not keep the process alive. */
export type StartTimer = (delayMs: number, callback: () => void) => () => void;

export interface Random {
  uuid(): string;
}

type LogLevel = 'debug' | 'info' | 'warning' | 'error';
export type Log = (level: LogLevel, message: string) => void;
