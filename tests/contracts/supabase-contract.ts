/**
 * Spolu's expectations of a Supabase, tested with the unmodified supabase-js. Runs against the embedded one and against a
 * real project, if SUPABASE_TEST_URL, SUPABASE_TEST_PUBLISHABLE_KEY and SUPABASE_TEST_SECRET_KEY name one. The migrations
 * and functions of this repository must have been pushed to that project. Leaves no accounts behind.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { describeAuth } from './supabase/auth.ts';
import { describeAuthAnswers } from './supabase/auth-answers.ts';
import { Contract, type ContractTarget } from './supabase/contract.ts';
import { describeFunctions } from './supabase/functions.ts';
import { describeOddText } from './supabase/odd-text.ts';
import { describeRealtime } from './supabase/realtime.ts';
import { describeRest } from './supabase/rest.ts';
import { describeStorage } from './supabase/storage.ts';

export function describeSupabaseContract(name: string, open: () => Promise<ContractTarget>): void {
  describe(name, () => {
    const contract = new Contract();
    beforeAll(async () => contract.open(await open()));
    afterAll(() => contract.close());

    describeAuth(contract);
    describeAuthAnswers(contract);
    describeRest(contract);
    describeRealtime(contract);
    describeFunctions(contract);
    describeStorage(contract);
    describeOddText(contract);
  });
}
