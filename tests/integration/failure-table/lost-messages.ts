/** Messages that Realtime took and did not deliver. */
import { expect } from 'vitest';
import type { FaultyProxy } from '../../support/open-faulty-proxy.ts';
import { expectHealed, until } from '../../support/open-seat.ts';
import type { RealtimeFrame } from '../../support/read-realtime-frame.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';
import { rowsAt } from './open-table.ts';

const FAR_OFF_MS = 600_000;

/** Whatever tells of other people's words. */
const isNews = ({ direction, event }: RealtimeFrame): boolean =>
  direction === 'down' && (event === 'u' || event === 'head');

function loseNews(network: FaultyProxy): readonly RealtimeFrame[] {
  const lost: RealtimeFrame[] = [];
  network.decide = (frame) => {
    if (!isNews(frame)) return 'pass';
    lost.push(frame);
    return 'drop';
  };
  return lost;
}

export function describeLostMessages(supabase: () => TestSupabase): void {
  const row = rowsAt(supabase);

  row('R1 a lost message is missed as soon as its sender says more, and is fetched', async (table) => {
    // Ben asks for no head and hears of none. A deletion leaves no gap in the clocks of Yjs.
    const [ann, ben] = await table.sit({ pollMs: FAR_OFF_MS, appendIdleMs: 10 });
    ann.write('to be deleted');
    await until(() => ben.read().includes('to be deleted'));
    const lost = loseNews(table.ben.network);
    ann.erase();
    await until(() => lost.some(({ event }) => event === 'u'));
    await until(() => ann.isSaved());
    expect(ben.read()).toContain('to be deleted');
    table.ben.network.decide = ({ event }) => (event === 'head' ? 'drop' : 'pass');
    ann.write('heard');
    await expectHealed([ann, ben], table.database, ['heard']);
    expect(ben.read()).not.toContain('to be deleted');
  });

  row(
    'R2 the last message before a silence is lost, and the question for the head finds it',
    async (table) => {
      const [ann, ben] = await table.sit({ pollMs: 1500 });
      const lost = loseNews(table.ben.network);
      ann.write('last words');
      await until(() => lost.some(({ event }) => event === 'u'));
      expect(ben.read()).not.toContain('last words');
      await expectHealed([ann, ben], table.database, ['last words']);
    },
  );

  row('R15 the word of a new row is lost, and the question for the head finds it', async (table) => {
    const [ann, ben] = await table.sit({ pollMs: 1500, maxBroadcastBytes: 1000 });
    const lost = loseNews(table.ben.network);
    const tooLargeToSend = 'large '.repeat(500);
    ann.write(tooLargeToSend);
    await until(() => lost.length > 0);
    expect(lost.map(({ event }) => event)).not.toContain('u');
    expect(ben.read()).not.toContain(tooLargeToSend);
    await expectHealed([ann, ben], table.database, [tooLargeToSend]);
  });
}
