/** Counts the bytes of a socket's messages, without the few of WebSocket's own headers. */
import { WebSocket as NodeSocket, type ClientOptions, type RawData } from 'ws';

/** Of a user's socket. */
export interface Bytes {
  up: number;
  down: number;
}

/** A class of sockets that adds to `bytes`. */
export function countingSocket(bytes: Bytes): typeof NodeSocket {
  class CountingSocket extends NodeSocket {
    constructor(address: string | URL, protocols?: string | string[], options?: ClientOptions) {
      super(address, protocols, options);
      this.on('message', (data: RawData) => (bytes.down += sizeOf(data)));
    }

    override send(data: Parameters<NodeSocket['send']>[0]): void {
      bytes.up += sizeOf(data as RawData | string);
      super.send(data);
    }
  }
  // The type of `ws` also has a constructor without an address.
  return CountingSocket as typeof NodeSocket;
}

function sizeOf(data: RawData | string): number {
  if (typeof data === 'string') return Buffer.byteLength(data);
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength;
}
