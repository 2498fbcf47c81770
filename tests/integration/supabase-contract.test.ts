import { afterAll } from 'vitest';
import { describeSupabaseContract } from '../contracts/supabase-contract.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

let embedded: TestSupabase | null = null;
afterAll(() => embedded?.close());

describeSupabaseContract('the embedded Supabase', async () => {
  embedded = await startTestSupabase({
    // realtime-joins.test.ts proves the delay.
    configure: (config) => ({ ...config, realtime: { ...config.realtime, refusedJoinDelayMs: 50 } }),
  });
  return embedded;
});

const {
  SUPABASE_TEST_URL: url,
  SUPABASE_TEST_PUBLISHABLE_KEY: publishableKey,
  SUPABASE_TEST_SECRET_KEY: secretKey,
  SUPABASE_TEST_ANON_KEY: anonKey,
} = process.env;
if (url && publishableKey && secretKey) {
  describeSupabaseContract(`the Supabase at ${url}`, () =>
    Promise.resolve({ url, publishableKey, secretKey, anonKey }),
  );
}
