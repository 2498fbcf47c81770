/** Whatever bytes arrive, the server goes on answering others. A failure names the seed of the bytes. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRawCase } from '../support/raw-bytes.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const [CASES, LIMIT_MS] =
  process.env['SPOLU_TEST_ALL'] === undefined ? [2000, 240_000] : [100_000, 1_800_000];
const AT_ONCE = 8;
const WAIT_MS = 15;

let supabase: TestSupabase;
const escaped: unknown[] = [];
const escape = (error: unknown) => void escaped.push(error);

beforeAll(async () => {
  supabase = await startTestSupabase();
  // An exception that gets here would have ended the program.
  process.on('uncaughtException', escape);
  process.on('unhandledRejection', escape);
});
afterAll(async () => {
  process.off('uncaughtException', escape);
  process.off('unhandledRejection', escape);
  await supabase.close();
});

function send(seed: number): Promise<void> {
  const { chunks, ending } = makeRawCase(seed, supabase.publishableKey);
  return new Promise((done) => {
    const socket = connect({
      port: Number(new URL(supabase.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    socket.once('close', () => done());
    // The server may reset the connection at any time.
    socket.on('error', () => socket.destroy());
    socket.resume().once('connect', () => {
      for (const chunk of chunks) socket.write(chunk);
      if (ending === 'half') socket.end();
      setTimeout(() => (ending === 'reset' ? socket.resetAndDestroy() : socket.destroy()), WAIT_MS);
    });
  });
}

async function isAnswering(): Promise<boolean> {
  const response = await fetch(`${supabase.url}/healthz`, { signal: AbortSignal.timeout(5000) });
  await response.arrayBuffer();
  return response.status === 200;
}

test(
  'raw bytes neither end the server nor keep it from answering',
  async () => {
    const failed: unknown[] = [];
    let seed = 0;
    const work = async (): Promise<void> => {
      while (seed < CASES && failed.length === 0) {
        seed += 1;
        const own = seed;
        await send(own);
        if (!(await isAnswering()) || escaped.length > 0) failed.push([own, ...escaped]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(failed).toEqual([]);
    expect(supabase.errors).toEqual([]);
  },
  LIMIT_MS,
);
