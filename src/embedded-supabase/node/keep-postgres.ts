/** Keeps a PostgreSQL running: one that ends by itself is started again on the same port, for the same clients. */
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePort } from './choose-port.ts';
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts';

/** A server that ends more often than this within the time does not work. */
const MOST_ENDS = 5;
const WITHIN_MS = 60_000;
/** The port may stay in use for this long after the end. */
const PORT_MS = 5000;

/**
 * Starts the server as `startPostgres` does, and throws the same errors. Restarts it when it ends. `ended` settles when the
 * server was stopped, ended too often or cannot be started again.
 */
export async function keepPostgres(options: PostgresOptions): Promise<Postgres> {
  let current = await startPostgres(options);
  let isStopping = false;
  const { port, url, created } = current;

  const restart = async (): Promise<void> => {
    const deadline = Date.now() + PORT_MS;
    while ((await choosePort(port)) !== port && Date.now() < deadline) await sleep(50);
    current = await startPostgres({ ...options, port });
    if (isStopping) return await current.stop();
    if (current.port === port) return;
    await current.stop();
    throw new Error(`Port ${port} is in use by another program.`);
  };

  const keep = async (): Promise<string> => {
    const ends: number[] = [];
    for (;;) {
      const lastWords = await current.ended;
      ends.push(Date.now());
      const isTooOften = ends.length > MOST_ENDS && Date.now() - (ends.at(-1 - MOST_ENDS) ?? 0) < WITHIN_MS;
      if (isStopping || isTooOften) return lastWords;
      options.say?.('PostgreSQL ended unexpectedly and starts again.');
      try {
        await restart();
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    }
  };

  const ended = keep();
  const stop = async (): Promise<void> => {
    isStopping = true;
    await current.stop();
    await ended;
  };
  return { port, url, created, ended, stop };
}
