/** Every known failure of Realtime, provoked between real clients and the embedded Supabase. */
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

describe.concurrent('lost messages', () => describeLostMessages(() => supabase));
describe.concurrent('lost connections', () => describeLostConnections(() => supabase));
describe.concurrent('reached limits', () => describeLimits(() => supabase));
describe.concurrent('no lanes at all', () => describeHttpOnly(() => supabase));
describe.concurrent('expired tokens', () => describeTokens(() => supabase));
describe.concurrent('misleading presence', () => describePeople(() => supabase));
