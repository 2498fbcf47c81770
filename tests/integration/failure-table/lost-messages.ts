/** Messages that Realtime accepted but did not deliver. */
import { expect } from 'vitest';
import type { FaultyProxy } from '../../support/open-faulty-proxy.ts';
import { expectHealed, until, type Seat } from '../../support/open-seat.ts';
import type { RealtimeFrame } from '../../support/read-realtime-frame.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';
import { joinsOf, rowsAt, seen } from './open-table.ts';

const FAR_OFF_MS = 600_000;

/** Any frame that announces remote changes. */
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

  row('R1 a lost message is detected by its sender’s next frame, and fetched', async (table) => {
    // Ben sends no head request and receives no head. A deletion leaves no gap in the Yjs clocks.
    const [ann, ben] = await table.sit({ pollMs: FAR_OFF_MS });
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

  row('R2 the last message before a silence is lost, and the head request detects it', async (table) => {
    const [ann, ben] = await table.sit({ pollMs: 1500 });
    const lost = loseNews(table.ben.network);
    ann.write('last words');
    await until(() => lost.some(({ event }) => event === 'u'));
    expect(ben.read()).not.toContain('last words');
    await expectHealed([ann, ben], table.database, ['last words']);
  });

  row('R15 the announcement of a new row is lost, and the head request detects it', async (table) => {
    const [ann, ben] = await table.sit({ pollMs: 1500, maxBroadcastBytes: 1000 });
    const lost = loseNews(table.ben.network);
    const tooLargeToSend = 'large '.repeat(500);
    ann.write(tooLargeToSend);
    await until(() => lost.length > 0);
    expect(lost.map(({ event }) => event)).not.toContain('u');
    expect(ben.read()).not.toContain(tooLargeToSend);
    await expectHealed([ann, ben], table.database, [tooLargeToSend]);
  });

  row('R3 a lane that is open but delivers nothing is replaced', async (table) => {
    const [ann, ben] = await table.sit();
    let isDeaf = true;
    table.ben.network.decide = (frame) => {
      if (frame.direction === 'up' && frame.event === 'phx_join') isDeaf = false;
      return isDeaf && frame.direction === 'down' && frame.topic !== 'phoenix' ? 'drop' : 'pass';
    };
    await speakUntil(ann, () => ben.closed.length > 0 || !isDeaf);
    expect(ben.read()).toContain('said to the deaf');
    await until(() => ben.isLive() && ann.provider.people.length === 2);
    const before = seen(table.ben, 'u').length;
    ann.write('heard again');
    await until(() => seen(table.ben, 'u').length > before);
    await expectHealed([ann, ben], table.database, ['said to the deaf', 'heard again']);
  });

  row('R3 a half-open connection without any event is detected by its silence', async (table) => {
    const [ann, ben] = await table.sit();
    table.ben.network.freeze();
    const before = joinsOf(table.ben).length;
    await speakUntil(ann, () => joinsOf(table.ben).length >= before + 3);
    await until(() => ben.isLive() && ann.provider.people.length === 2);
    ben.write('from a new socket');
    await expectHealed([ann, ben], table.database, ['said to the deaf', 'from a new socket']);
  });
}

/** Writes a paragraph every second. */
async function speakUntil(seat: Seat, isTrue: () => boolean): Promise<void> {
  seat.write('said to the deaf');
  const speaking = setInterval(() => seat.write('and more'), 1000);
  await until(isTrue).finally(() => clearInterval(speaking));
}
