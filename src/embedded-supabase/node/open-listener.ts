/** One shared connection that LISTENs on all channels, and is reopened with them when it breaks. */
import { Client, escapeIdentifier } from 'pg';

type OnNotify = (payload: string) => void;

export interface Listener {
  readonly listen: (channel: string, onNotify: OnNotify) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

const RETRY_MS = 500;

interface Connection {
  readonly client: Client;
  readonly run: (statement: string) => Promise<unknown>;
}

/** Runs one statement after another: a `pg` client must not get a second one while the first is running. */
function runInTurn(client: Client): Connection['run'] {
  let last: Promise<unknown> = Promise.resolve();
  return (statement) => {
    const run = () => client.query(statement);
    last = last.then(run, run);
    return last;
  };
}

export function openListener(url: string, onTrouble: (error: Error) => void): Listener {
  const channels = new Map<string, Set<OnNotify>>();
  let current: Promise<Connection> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async (): Promise<Connection> => {
    const client = new Client({ connectionString: url, keepAlive: true });
    client.on('notification', ({ channel, payload }) => {
      for (const onNotify of channels.get(channel) ?? []) onNotify(payload ?? '');
    });
    client.on('error', onTrouble);
    client.on('end', reopen);
    await client.connect();
    const run = runInTurn(client);
    for (const channel of channels.keys()) await run(`listen ${escapeIdentifier(channel)}`);
    return { client, run };
  };

  const reopen = () => {
    current = null;
    if (closed || channels.size === 0) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      open().catch((error: unknown) => {
        onTrouble(error instanceof Error ? error : new Error(String(error)));
        reopen();
      });
    }, RETRY_MS);
  };

  const open = (): Promise<Connection> => {
    current ??= connect();
    return current;
  };

  return {
    listen: async (channel, onNotify) => {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(onNotify));
      const { run } = await open();
      await run(`listen ${escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(onNotify);
        if (listeners.size > 0 || closed || channels.get(channel) !== listeners) return;
        channels.delete(channel);
        const connection = await current;
        await connection?.run(`unlisten ${escapeIdentifier(channel)}`);
      };
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      const connection = await current;
      await connection?.client.end();
    },
  };
}
