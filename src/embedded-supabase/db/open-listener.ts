/** One connection that LISTENs for everybody and is opened anew, with all its channels, when it breaks. */
import { Client, escapeIdentifier } from 'pg';

type OnNotify = (payload: string) => void;

export interface Listener {
  readonly listen: (channel: string, onNotify: OnNotify) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

const RETRY_MS = 500;

export function openListener(url: string, onTrouble: (error: Error) => void): Listener {
  const channels = new Map<string, Set<OnNotify>>();
  let current: Promise<Client> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: url, keepAlive: true });
    client.on('notification', ({ channel, payload }) => {
      for (const onNotify of channels.get(channel) ?? []) onNotify(payload ?? '');
    });
    client.on('error', onTrouble);
    client.on('end', reopen);
    await client.connect();
    for (const channel of channels.keys()) await client.query(`listen ${escapeIdentifier(channel)}`);
    return client;
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

  const open = (): Promise<Client> => {
    current ??= connect();
    return current;
  };

  return {
    listen: async (channel, onNotify) => {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(onNotify));
      const client = await open();
      await client.query(`listen ${escapeIdentifier(channel)}`);
      return async () => {
        listeners.delete(onNotify);
        if (listeners.size > 0 || closed || channels.get(channel) !== listeners) return;
        channels.delete(channel);
        const client = await current;
        await client?.query(`unlisten ${escapeIdentifier(channel)}`);
      };
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      const client = await current;
      await client?.end();
    },
  };
}
