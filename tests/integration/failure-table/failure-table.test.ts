/** Every way in which Realtime is known to fail, made to happen between real clients and the embedded Supabase. */
import { afterAll, beforeAll, describe } from 'vitest';
import { describePeople } from './people.ts';
import { describeTokens } from './tokens.ts';
import { startTestSupabase, type TestSupabase } from '../../support/start-test-supabase.ts';
import { describeHttpOnly } from './http-only.ts';
import { describeLimits } from './limits.ts';
import { describeLostConnections } from './lost-connections.ts';
import { describeLostMessages } from './lost-messages.ts';
import { quickRefusals } from './open-table.ts';

let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase({ configure: quickRefusals });
});

afterAll(() => supabase.close());

describe.concurrent('messages that are lost', () => describeLostMessages(() => supabase));
describe.concurrent('connections that are lost', () => describeLostConnections(() => supabase));
describe.concurrent('limits that are reached', () => describeLimits(() => supabase));
describe.concurrent('no lanes at all', () => describeHttpOnly(() => supabase));
describe.concurrent('tokens that run out', () => describeTokens(() => supabase));
describe.concurrent('people who seem to be gone', () => describePeople(() => supabase));
