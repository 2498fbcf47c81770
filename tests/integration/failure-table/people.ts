/** Presence and cursors that show fewer, or more, people than there are. */
import { expect } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { expectHealed, until, type Seat } from '../../support/open-seat.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';
import { announceAgain, rowsAt, seen } from './open-table.ts';

/** y-protocols checks for outdated states every 3 seconds. */
const LONGER_THAN_A_LOOK_MS = 4500;

const namesAt = ({ provider }: Seat): string[] => provider.people.map(({ name }) => name).toSorted();
const cursorOf = (whose: Seat, at: Seat): unknown =>
  at.provider.awareness.getStates().get(whose.doc.clientID);

export function describePeople(supabase: () => TestSupabase): void {
  const row = rowsAt(supabase);

  row('R12 presence with a leave and a join in one diff hides no one', async (table) => {
    const [ann, ben] = await table.sit();
    const shown: string[][] = [];
    ann.provider.on('people', () => shown.push(namesAt(ann)));
    const before = seen(table.ann, 'presence_diff').length;
    for (let times = 0; times < 3; times += 1) announceAgain(table.ben);
    await until(() => seen(table.ann, 'presence_diff').length >= before + 3);
    const [flap] = seen(table.ann, 'presence_diff').slice(-1);
    expect(flap?.payload).toMatchObject({
      joins: { [ben.provider.sessionId]: {} },
      leaves: { [ben.provider.sessionId]: {} },
    });
    ben.write('still here');
    await expectHealed([ann, ben], table.database, ['still here']);
    expect(shown.filter((names) => !names.includes('Ben'))).toEqual([]);
    expect(namesAt(ann)).toEqual(['Ann', 'Ben']);
  });

  row('R12 a peer missing from presence is shown as long as it sends frames', async (table) => {
    table.ann.network.decide = ({ event }) => (event.startsWith('presence') ? 'drop' : 'pass');
    const [ann, ben] = [table.ann.open(), table.ben.open()];
    await until(() => ann.isLive() && ben.isLive());
    expect(namesAt(ann)).not.toContain('Ben');
    ben.write('who is this');
    ann.write('hello');
    await expectHealed([ann, ben], table.database, ['who is this', 'hello']);
    ben.write('me');
    await until(() => namesAt(ann).includes('Ben'));
    await expectHealed([ann, ben], table.database, ['me']);
  });

  row(
    'R12 a peer that sent frames lately stays in the list while the local lanes are down',
    async (table) => {
      const [ann, ben] = await table.sit();
      ben.provider.awareness.setLocalStateField('cursor', null);
      await until(() => cursorOf(ben, ann) !== undefined);
      const shown: string[][] = [];
      ann.provider.on('people', () => shown.push(namesAt(ann)));
      table.ann.network.cut();
      await until(() => ann.closed.length > 0);
      const before = seen(table.ann, 'presence_state').length;
      await until(() => ann.isLive() && seen(table.ann, 'presence_state').length > before);
      ben.write('all the time');
      await expectHealed([ann, ben], table.database, ['all the time']);
      expect(shown.filter((names) => !names.includes('Ben'))).toEqual([]);
      expect(namesAt(ann)).toEqual(['Ann', 'Ben']);
    },
  );

  row('A3 a client that was briefly away sees at once where the others have moved', async (table) => {
    const [ann, ben] = await table.sit();
    ben.write('before');
    await until(() => ann.read().includes('before'));
    pointAt(ben, 0);
    await until(() => isShownAt(ben, ann, 0));
    table.ann.network.realtimeUrl = null;
    table.ann.network.cut();
    await until(() => ben.provider.people.length === 1);
    pointAt(ben, 1);
    table.ann.network.realtimeUrl = table.realtime.url;
    await until(() => ann.isLive());
    const backAtMs = Date.now();
    await until(() => isShownAt(ben, ann, 1));
    // Without a request it takes until the next renewal, which y-protocols sends every 15 seconds.
    expect(Date.now() - backAtMs).toBeLessThan(5000);
  });

  row(
    'R13 a cursor stays while presence shows its session, however long it is silent (A7)',
    async (table) => {
      const [ann, ben] = await table.sit();
      ben.provider.awareness.setLocalStateField('cursor', null);
      await until(() => cursorOf(ben, ann) !== undefined);
      silence(ann, ben);
      await new Promise((resolve) => {
        setTimeout(resolve, LONGER_THAN_A_LOOK_MS);
      });
      expect(cursorOf(ben, ann)).toMatchObject({ user: { name: 'Ben' } });
      ben.leave();
      await until(() => cursorOf(ben, ann) === undefined);
    },
  );
}

/** Puts the caret of a seat before one of its blocks. */
function pointAt({ doc, provider }: Seat, block: number): void {
  const position = Y.createRelativePositionFromTypeIndex(doc.getXmlFragment(TEXT_ROOT), block);
  provider.awareness.setLocalStateField('cursor', { anchor: position, head: position });
}

function isShownAt(whose: Seat, at: Seat, block: number): boolean {
  const shown = cursorOf(whose, at) as { cursor?: { head: Y.RelativePosition } | null } | undefined;
  const head = shown?.cursor?.head;
  if (!head) return false;
  return (
    Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(head), at.doc)?.index ===
    block
  );
}

/** Pretends that `whose` was last active 31 seconds ago; y-protocols drops a state after 30. */
function silence(at: Seat, whose: Seat): void {
  const meta = at.provider.awareness.meta.get(whose.doc.clientID);
  if (meta) meta.lastUpdated -= 31_000;
}
