/** Mistakes in what pages say to each other beside the text; the unit tests must detect each. */
import type { Mutant } from './mutants.ts';

const CORE = 'src/yjs-supabase/src/core/notices.ts';
const ROOM = 'src/app/room/company/';

const list: readonly Omit<Mutant, 'run'>[] = [
  {
    name: 'a large notice is taken',
    file: CORE,
    from: ' || bytes.length > MAX_NOTICE_BYTES) return;',
    to: ') return;',
  },
  {
    name: 'a large notice is sent',
    file: CORE,
    from: 'if (bytes.length > MAX_NOTICE_BYTES) return;',
    to: '',
  },
  {
    name: 'a notice is taken twice',
    file: CORE,
    from: 'counter <= (received[sessionId] ?? 0)',
    to: 'counter < (received[sessionId] ?? 0)',
  },
  {
    name: 'a notice for somebody else is taken',
    file: CORE,
    from: 'const entry = authorOf(turn, frame);',
    to: 'const entry = turn.state.people.roster[sessionId];',
  },
  { name: 'a notice for nobody is sent', file: CORE, from: 'if (readers.length === 0) return;', to: '' },
  {
    name: 'a notice is proven to all who are there',
    file: CORE,
    from: 'proveTo(author, readers, notice)',
    to: 'proveTo(author, [...peers], notice)',
  },
  { name: 'a notice does not count as a message', file: CORE, from: "noteSent(turn, 'cursor');", to: '' },
  { name: 'a notice does not wait for its turn', file: CORE, from: 'delayMs > EARLY_MS', to: 'delayMs < 0' },
  {
    name: 'a late notice is sent again',
    file: CORE,
    from: 'setNotices(turn, { waiting: {} });',
    to: '',
  },
  {
    name: 'two users may follow each other',
    file: `${ROOM}guide.ts`,
    from: 'this.#state.leader?.userId === userId || ',
    to: '',
  },
  {
    name: 'who wants no followers is followed',
    file: `${ROOM}guide.ts`,
    from: '!this.#isOpen || ',
    to: '',
  },
  {
    name: 'a dismissed follower comes back at once',
    file: `${ROOM}guide.ts`,
    from: ' || this.#refused.has(sessionId)',
    to: '',
  },
  {
    name: 'anybody may move a follower’s window',
    file: `${ROOM}guide.ts`,
    from: "else if (isLeader && 'view' in message",
    to: "else if ('view' in message",
  },
  {
    name: 'an unchanged view is sent again',
    file: `${ROOM}guide.ts`,
    from: 'if (JSON.stringify(place) === JSON.stringify(this.#ownView)) return;',
    to: '',
  },
  {
    name: 'followers receive nothing when the user stops allowing them',
    file: `${ROOM}guide.ts`,
    from: 'if (!isOpen) this.dismiss();',
    to: '',
  },
  {
    name: 'a lost standing is not repeated',
    file: `${ROOM}standings.ts`,
    from: 'ticks === 0 || ticks === REPEAT_TICKS',
    to: 'ticks === 0',
  },
  {
    name: 'a standing is repeated for ever',
    file: `${ROOM}standings.ts`,
    from: 'ticks === 0 || ticks === REPEAT_TICKS',
    to: 'ticks >= 0',
  },
  {
    name: 'the default standing is sent to everyone who joins',
    file: `${ROOM}standings.ts`,
    from: 'isSame(this.#own, USUAL) ? REPEAT_TICKS + 1 : 0',
    to: '0',
  },
  {
    name: 'one hidden tab of two is being away',
    file: `${ROOM}standings.ts`,
    from: 'all.every(({ away }) => away)',
    to: 'all.some(({ away }) => away)',
  },
  {
    name: 'a person may call without a pause',
    file: `${ROOM}gathering.ts`,
    from: '< CALL_EVERY_MS',
    to: '< 0',
  },
  {
    name: 'the own tabs are called too',
    file: `${ROOM}notices.ts`,
    from: 'people.filter(({ isSelf }) => !isSelf)',
    to: 'people',
  },
];

/** No run of the text is needed. */
export const NOTICE_MUTANTS: readonly Mutant[] = list.map((mutant) => ({ ...mutant, run: 1 }));
