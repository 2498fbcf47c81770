/** Connections to Realtime that end, fail to open, or only seem to be open. */
import { expect } from 'vitest';
import { expectHealed, until } from '../../support/open-seat.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';
import { joinsOf, rowsAt, sent } from './open-table.ts';

export function describeLostConnections(supabase: () => TestSupabase): void {
  const row = rowsAt(supabase);

  row(
    'R4 a socket closed because a sleeping tab sent no heartbeat is replaced',
    async (table) => {
      const [ann, ben] = await table.sit();
      await until(() => ben.closed.length > 0);
      expect(ben.closed[0]).toBe('socket closed: 1000 (timeout)');
      ann.write('while asleep');
      ben.provider.wake();
      await until(() => ben.isLive());
      await expectHealed([ann, ben], table.database, ['while asleep']);
      expect(ann.closed).toEqual([]);
    },
    // Ben's timers are stopped.
    { realtime: { silenceMs: 2000 }, heartbeatMs: { Ann: 500 } },
  );

  row('R4 a hidden tab saves and leaves its lanes, and loads the log before it rejoins', async (table) => {
    const [ann, ben] = await table.sit({ leaveHiddenMs: 300 });
    ben.write('the last words before looking away');
    ben.provider.hide();
    await until(() => sent(table.ben, 'phx_leave').length === 3 && ann.provider.people.length === 1);
    ann.write('unseen');
    await until(() => ann.isSaved());
    const before = joinsOf(table.ben).length;
    table.ben.network.decide = ({ event }) => (event === 'phx_join' ? 'drop' : 'pass');
    ben.provider.wake();
    await until(() => ben.read().includes('unseen'));
    expect(ben.isLive()).toBe(false);
    table.ben.network.decide = () => 'pass';
    await until(() => ben.isLive());
    expect(joinsOf(table.ben).length).toBeGreaterThan(before);
    await expectHealed([ann, ben], table.database, ['the last words before looking away', 'unseen']);
  });

  row(
    'R5 one unanswered heartbeat costs one socket, and the next one stays',
    async (table) => {
      const [ann, ben] = await table.sit();
      let lost = 0;
      table.ben.network.decide = ({ direction, topic }) => {
        if (direction === 'up' || topic !== 'phoenix' || lost > 0) return 'pass';
        lost += 1;
        return 'drop';
      };
      await until(() => ben.closed.length > 0);
      expect(lost).toBe(1);
      ben.write('without a socket');
      await until(() => ben.isLive());
      const closedBefore = ben.closed.length;
      const beats = sent(table.ben, 'heartbeat').length;
      await until(() => sent(table.ben, 'heartbeat').length >= beats + 3);
      expect(ben.closed).toHaveLength(closedBefore);
      await expectHealed([ann, ben], table.database, ['without a socket']);
    },
    { heartbeatMs: { Ben: 1000 } },
  );

  row('R8 refused joins are retried one lane at a time, and text is saved without them', async (table) => {
    const [ann, ben] = await table.sit();
    table.ben.network.decide = ({ event }) =>
      event === 'phx_join' ? { refuse: 'Unknown Error on Channel' } : 'pass';
    const before = joinsOf(table.ben).length;
    table.ben.network.cut();
    await until(() => ben.provider.view.livePaused);
    expect(ben.closed).toContain('Unknown Error on Channel');
    ann.write('from the log');
    ben.write('into the log');
    await expectHealed([ann, ben], table.database, ['from the log', 'into the log']);
    expect(ben.status()).toMatchObject({ save: 'saved', cause: 'live-paused' });
    // Only the first lane of a round sends a join.
    const refused = joinsOf(table.ben).slice(before);
    expect(refused.every(({ topic }) => topic.endsWith(':ctl'))).toBe(true);
    table.ben.network.decide = () => 'pass';
    await until(() => ben.isLive());
    expect(ben.status()).toMatchObject({ save: 'saved', cause: null });
  });

  row('R14 Realtime goes down and comes back, and text is saved without it', async (table) => {
    const [ann, ben] = await table.sit();
    const startRealtime = await table.stopRealtime();
    await until(() => ann.provider.view.livePaused && ben.provider.view.livePaused);
    ann.write('without Realtime');
    ben.write('without Realtime either');
    await expectHealed([ann, ben], table.database, ['without Realtime', 'without Realtime either']);
    const before = joinsOf(table.ben).length;
    await startRealtime();
    await until(() => ann.isLive() && ben.isLive());
    // Not once per failed attempt.
    expect(joinsOf(table.ben).slice(before)).toHaveLength(3);
    ann.write('with Realtime');
    await expectHealed([ann, ben], table.database, ['with Realtime']);
  });

  row('R14 a project without Realtime refuses every join, and text is saved', async (table) => {
    for (const { network } of [table.ann, table.ben])
      network.decide = ({ event }) =>
        event === 'phx_join' ? { refuse: 'RealtimeDisabledForTenant: Realtime disabled' } : 'pass';
    const [ann, ben] = [table.ann.open(), table.ben.open()];
    await until(() => ann.provider.view.livePaused && ben.provider.view.livePaused);
    expect(ann.closed).toContain('RealtimeDisabledForTenant: Realtime disabled');
    ann.write('one');
    ben.write('two');
    await expectHealed([ann, ben], table.database, ['one', 'two']);
  });

  row('R17 a half-open connection is detected when the network changes, and replaced', async (table) => {
    const [ann, ben] = await table.sit();
    table.ben.network.freeze();
    ann.write('into the void');
    ben.provider.wake();
    await until(() => ben.read().includes('into the void'));
    expect(table.ben.network.sockets()).toBe(1);
    expect(ben.isLive()).toBe(true);
    await until(() => ben.closed.length > 0);
    await until(() => ben.isLive());
    ben.write('from a new socket');
    await expectHealed([ann, ben], table.database, ['into the void', 'from a new socket']);
  });
}

// Rules tested here: (PROTOCOL.md, S12a, S12f).
