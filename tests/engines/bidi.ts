/** A connection of WebDriver BiDi (https://w3c.github.io/webdriver-bidi): commands and their results over a WebSocket. */
import { WebSocket } from 'ws';
import { z } from 'zod';

const replySchema = z.union([
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event') }),
]);

export interface Bidi {
  send(method: string, params: object): Promise<unknown>;
  close(): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const waiting = new Map<number, Waiting>();
  socket.on('message', (data: Buffer) => {
    const reply = replySchema.parse(JSON.parse(data.toString()));
    if (reply.type === 'event') return;
    const command = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.type === 'success') command?.resolve(reply.result);
    else command?.reject(new Error(`${reply.error}: ${reply.message}`));
  });
  socket.once('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended.'));
  });
  let lastId = 0;
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
