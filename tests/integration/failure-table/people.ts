/** Presence and cursors that say less, or more, than is so. */
import { expect } from 'vitest';
import { expectHealed, until, type Seat } from '../../support/open-seat.ts';
import type { TestSupabase } from '../../support/start-test-supabase.ts';
import { announceAgain, rowsAt, seen } from './open-table.ts';

const namesAt = ({ provider }: Seat): string[] => provider.people.map(({ name }) => name).toSorted();
const cursorOf = (whose: Seat, at: Seat): unknown =>
  at.provider.awareness.getStates().get(whose.doc.clientID);

export function describePeople(supabase: () => TestSupabase): void {
  const row = rowsAt(supabase);

  row('R12 presence that says leaving and joining at once makes nobody disappear', async (table) => {
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

  row('R12 who presence does not mention is here as long as they are heard', async (table) => {
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

  row('R12 who was heard lately does not disappear because the own lanes are down', async (table) => {
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
  });

  row(
    'R13 a cursor dropped for its long silence is shown again with its next sign of life',
    async (table) => {
      const [ann, ben] = await table.sit();
      ben.provider.awareness.setLocalStateField('cursor', null);
      await until(() => cursorOf(ben, ann) !== undefined);
      await until(() => {
        silence(ann, ben);
        return cursorOf(ben, ann) === undefined;
      });
      expect(namesAt(ann)).toEqual(['Ann', 'Ben']);
      // What a tab that is not throttled does by itself.
      silence(ben, ben);
      await until(() => cursorOf(ben, ann) !== undefined);
      expect(cursorOf(ben, ann)).toMatchObject({ user: { name: 'Ben' } });
      ben.write('never gone');
      await expectHealed([ann, ben], table.database, ['never gone']);
    },
  );
}

/** As if 31 seconds had passed since `whose` last sign of life; y-protocols gives up after 30. */
function silence(at: Seat, whose: Seat): void {
  const meta = at.provider.awareness.meta.get(whose.doc.clientID);
  if (meta) meta.lastUpdated -= 31_000;
}
