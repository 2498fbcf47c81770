/** Mistakes in believing which text came back, and in declaring it. */
import type { Mutant } from './mutants.ts';

const AUTHORSHIP = 'supabase/functions/_shared/contract/authorship/';
const PROVIDER = 'src/yjs-supabase/src/';

const list: readonly Omit<Mutant, 'run' | 'tests'>[] = [
  {
    name: 'a declaration is believed without the same letters',
    file: `${AUTHORSHIP}heirs.ts`,
    from: '|| !isSame(before, old, now, to)',
    to: '',
  },
  {
    name: 'a copy beside a living source counts as its writer’s',
    file: `${AUTHORSHIP}heirs.ts`,
    from: '!before?.deleted || !now',
    to: '!before || !now',
  },
  {
    name: 'what was cut once is pasted twice',
    file: `${AUTHORSHIP}found-copies.ts`,
    from: '(id) => this.copiesOf(id).at(-1) ?? id',
    to: '(id) => id',
  },
  {
    name: 'one update claims the same text twice',
    file: `${AUTHORSHIP}heirs.ts`,
    from: 'taken.add(name);',
    to: '',
  },
  {
    name: 'an update claims what an earlier one inserted',
    file: `${AUTHORSHIP}heirs.ts`,
    from: 'let at = Math.max(clock, since)',
    to: 'let at = clock',
  },
  {
    name: 'the end of a claim is believed',
    file: `${AUTHORSHIP}heirs.ts`,
    from: 'Math.min(clock + length, until)',
    to: 'Math.min(clock + length, until + 1e9)',
  },
  {
    name: 'text that came back counts for the person who brought it',
    file: `${AUTHORSHIP}trace-log.ts`,
    from: 'older.some(wasThere) || found.stood(first) ? id.client : first.client',
    to: 'older.length > 0 ? id.client : first.client',
  },
  {
    name: 'a folded state is taken for the whole log',
    file: `${AUTHORSHIP}heirs.ts`,
    from: 'if (before && now && isLost(before)) isShort = true;',
    to: '',
  },
  {
    name: 'a restore continues the text one place further',
    file: `${AUTHORSHIP}heir-ranges.ts`,
    from: 'from.clock + first - place',
    to: 'from.clock + first - place + 1',
  },
  {
    name: 'a restore claims text that was not its own',
    file: `${AUTHORSHIP}heir-ranges.ts`,
    from: 'unit.client === client && other < places.length',
    to: 'other < places.length',
  },
  {
    name: 'a move of text that was deleted before a version is not looked for',
    file: `${AUTHORSHIP}found-copies.ts`,
    from: 'this.isShort ||= namesLost(transaction, change, clock);',
    to: '',
  },
  {
    name: 'moved text counts as typed and gone',
    file: `${AUTHORSHIP}count-units.ts`,
    from: 'if (first === undefined) {',
    to: 'if (first === undefined || isLiving) {',
  },
  {
    name: 'text that is back counts as gone',
    file: `${AUTHORSHIP}count-units.ts`,
    from: 'if (!this.#lives(this.#found.originalsOf(unit).at(-1) ?? unit)) gone += 1;',
    to: 'gone += 1;',
  },
  {
    name: 'text that comes back in another version does not count',
    file: `${AUTHORSHIP}count-units.ts`,
    from: 'return { typed: typed + back.size, gone };',
    to: 'return { typed, gone };',
  },
  {
    name: 'the undo of a restore does not know what others typed',
    file: 'supabase/functions/_shared/server/undo-restore.ts',
    from: 'applyUpdates(doc, later);',
    to: '',
  },
  {
    name: 'a restored block stands before the one that it replaces',
    file: 'supabase/functions/_shared/server/forward-change.ts',
    from: 'parent.insert(place + gone, added',
    to: 'parent.insert(place, added',
  },
  {
    name: 'a restore keeps equal words of others',
    file: 'supabase/functions/_shared/server/align.ts',
    from: "ids !== '' && isWanted.has(ids)",
    to: 'false',
  },
  {
    name: 'a reverted change does not know the words that stay in its block',
    file: `${AUTHORSHIP}projected-heirs.ts`,
    from: 'put(takeAfter(sizeOf(part.node)), isInside);',
    to: 'put(takeAfter(sizeOf(part.node)), false);',
  },
  {
    name: 'an undo does not declare what it brings back',
    file: `${PROVIDER}doc/heirs.ts`,
    from: 'origin instanceof UndoManager ?',
    to: '!(origin instanceof UndoManager) ?',
  },
  {
    name: 'heirs are lost when changes are merged',
    file: `${PROVIDER}core/outbox.ts`,
    from: 'heirs: joinHeirs(before.heirs, heirs),',
    to: 'heirs,',
  },
  {
    name: 'heirs are not kept on the device',
    file: `${PROVIDER}provider/carry-out-requests.ts`,
    from: 'counter, update, title, heirs };',
    to: "counter, update, title, heirs: '' };",
  },
  {
    name: 'the proof does not cover heirs',
    file: 'supabase/functions/_shared/contract/proof/verify-proof.ts',
    from: '...(declared === undefined ? [] : [declared])',
    to: '',
  },
  {
    name: 'text put between other text stands for its writer',
    file: `${AUTHORSHIP}found-copies.ts`,
    from: 'this.#placers.add(to, 1, client);',
    to: 'void to;',
  },
  {
    name: 'text that is back in its place counts as moved',
    file: `${AUTHORSHIP}found-copies.ts`,
    from: 'if (this.#settled.has(`${id.client}/${id.clock}`)) return [];',
    to: '',
  },
  {
    name: 'a block composed by one is another’s once a third moves it',
    file: `${AUTHORSHIP}found-copies.ts`,
    from: '[id, ...this.originalsOf(id)].flatMap((copy) => this.#placers',
    to: '[id].flatMap((copy) => this.#placers',
  },
  {
    name: 'only the beginning of moved text is looked at',
    file: `${AUTHORSHIP}placement.ts`,
    from: 'isFirstMisplaced.has(run.at(-1)!) || !isKept',
    to: 'isFirstMisplaced.has(run.at(-1)!)',
  },
  {
    name: 'only the end of moved text is looked at',
    file: `${AUTHORSHIP}placement.ts`,
    from: 'isFirstMisplaced.has(run.at(-1)!) || !isKept',
    to: '!isKept',
  },
  {
    name: 'a whole block that is moved counts as moved text',
    file: `${AUTHORSHIP}placement.ts`,
    from: '((now?.isBeyond ?? true) && (then?.isBeyond ?? true))',
    to: 'false',
  },
  {
    name: 'text cut before its neighbor was pasted counts as split off',
    file: `${AUTHORSHIP}placement.ts`,
    from: 'lineage.sawCopied(from, unit.id) &&',
    to: '',
  },
  {
    name: 'text put into another block is not missing where it was',
    file: `${AUTHORSHIP}placement.ts`,
    from: ' || !lineage.wasPlaced(heir)',
    to: ' || true',
  },
  {
    name: 'a search past much deleted text ends at the edge of the block',
    file: `${AUTHORSHIP}placement.ts`,
    from: 'return UNKNOWN;',
    to: 'return null;',
  },
  {
    name: 'much deleted text hides what is missing',
    file: `${AUTHORSHIP}placement.ts`,
    from: 'return [...missing.values(), { writer, remover }];',
    to: 'return [...missing.values()];',
  },
  {
    name: 'a person who moves own text of the day before places it',
    file: `${AUTHORSHIP}name-actors.ts`,
    from: '!isSamePerson(placer, client)',
    to: 'placer !== client',
  },
  {
    name: 'text typed and deleted at once in a paragraph that is gone divides it',
    file: `${AUTHORSHIP}found-copies.ts`,
    from: 'if (!Y.isDeleted(named, Y.createID(client, at)))',
    to: 'if (!Y.isDeleted(named, id))',
  },
];

const TESTS = [
  'tests/unit/supabase/contract/heirs.test.ts',
  'tests/unit/supabase/contract/authorship.test.ts',
  'tests/unit/supabase/contract/count-units.test.ts',
  'tests/unit/yjs-supabase/doc/heirs.test.ts',
  'tests/unit/supabase/contract/placement.test.ts',
  'tests/unit/supabase/contract/proof-heirs.test.ts',
  'tests/unit/supabase/undo-restore.test.ts',
];

export const HEIR_MUTANTS: readonly Mutant[] = list.map((mutant) => ({ ...mutant, run: 1, tests: TESTS }));
