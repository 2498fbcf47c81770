/** Access tokens that expire while a room is open. */
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { PASSWORD } from '../../support/open-live-document.ts';
import { expectHealed, until } from '../../support/open-seat.ts';
import type { RealtimeFrame } from '../../support/read-realtime-frame.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';
import { joinsOf, rowsAt, type Guest, type Table } from './open-table.ts';

const LIFE_SECONDS = 300;
const realtime = { tokenCheckMs: 100 };

const tokenOf = ({ payload }: RealtimeFrame): string => (payload as { access_token: string }).access_token;

/** Replaces the token from the sign-in with one that expires sooner. */
async function shortenToken({ realtime: { tokens } }: Table, { person }: Guest): Promise<string> {
  const { data } = await person.client.auth.getSession();
  if (!data.session) throw new Error('not signed in');
  const exp = Math.floor(Date.now() / 1000) + LIFE_SECONDS;
  const access_token = await tokens.sign({ ...decodeJwt(data.session.access_token), exp });
  await person.client.auth.setSession({ access_token, refresh_token: data.session.refresh_token });
  return access_token;
}

/** Makes the page regard the token as expired. */
function age({ kept }: Guest): void {
  for (const [key, value] of kept) {
    const session = JSON.parse(value) as object;
    kept.set(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) }));
  }
}

export function describeTokens(supabase: () => TestSupabase): void {
  const row = rowsAt(supabase);

  row(
    'R6 a lane closed because the token expired is reopened with a fresh token',
    async (table) => {
      const old = await shortenToken(table, table.ben);
      const [ann, ben] = await table.sit();
      expect(joinsOf(table.ben).map(tokenOf)).toEqual([old, old, old]);
      table.passMs((LIFE_SECONDS + 1) * 1000);
      await until(() => ben.closed.length > 0);
      expect(ben.closed[0]).toMatch(/^Token has expired/);
      age(table.ben);
      ann.write('while the token was old');
      ben.write('with an old token');
      await until(() => ben.isLive());
      const joined = joinsOf(table.ben).slice(-3).map(tokenOf);
      expect(joined).not.toContain(old);
      expect(new Set(joined).size).toBe(1);
      await expectHealed([ann, ben], table.database, ['while the token was old', 'with an old token']);
    },
    { realtime },
  );

  row(
    'R7 after a sleep longer than the token’s life, no lane joins with it',
    async (table) => {
      const old = await shortenToken(table, table.ben);
      const [ann, ben] = await table.sit();
      table.ben.network.realtimeUrl = null;
      table.ben.network.cut();
      table.passMs((LIFE_SECONDS + 1) * 1000);
      age(table.ben);
      const before = joinsOf(table.ben).length;
      ann.write('while asleep');
      await until(() => ben.closed.length > 1);
      table.ben.network.realtimeUrl = table.realtime.url;
      ben.provider.wake();
      await until(() => ben.isLive());
      expect(joinsOf(table.ben).slice(before).map(tokenOf)).not.toContain(old);
      expect(ben.closed.filter((reason) => reason.includes('expired'))).toEqual([]);
      await expectHealed([ann, ben], table.database, ['while asleep']);
    },
    { realtime },
  );

  row(
    'R7 a signed-out user joins with no old token, keeps their text, and continues after signing in',
    async (table) => {
      const [ann, ben] = await table.sit();
      const { data } = await table.ben.person.client.auth.getSession();
      await table.ben.person.client.auth.signOut();
      const before = joinsOf(table.ben).length;
      table.ben.network.cut();
      ben.write('signed out');
      ann.write('unheard');
      await until(() => ben.provider.view.signedOut);
      expect(ben.isSaved()).toBe(false);
      const { email } = table.ben.person;
      await table.ben.person.client.auth.signInWithPassword({ email, password: PASSWORD });
      ben.provider.wake();
      await until(() => ben.isLive());
      const tokens = joinsOf(table.ben).slice(before).map(tokenOf);
      expect(tokens).not.toEqual([]);
      expect(tokens).not.toContain(data.session?.access_token);
      await expectHealed([ann, ben], table.database, ['signed out', 'unheard']);
    },
  );
}

// Rules tested here: (PROTOCOL.md, S12e).
