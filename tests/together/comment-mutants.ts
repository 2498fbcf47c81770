/** Mistakes in where threads of comments stand. */
import type { Mutant } from './mutants.ts';

const COMMENTS = 'supabase/functions/_shared/contract/comments/';
const TRACKER = 'src/app/room/comments/place-tracker.ts';

const list: readonly Omit<Mutant, 'run' | 'tests'>[] = [
  {
    name: 'a thread stays at deleted letters',
    file: `${COMMENTS}follow-units.ts`,
    from: 'item === null || item.deleted ? 0',
    to: 'item === null ? 0',
  },
  {
    name: 'copies are not followed',
    file: `${COMMENTS}follow-units.ts`,
    from: 'const heir = copies.heirOf(unit, isLiving);',
    to: 'const heir = unit;',
  },
  {
    name: 'equal text heals whatever is around it',
    file: `${COMMENTS}find-place.ts`,
    from: 'const seek = ahead + wanted;',
    to: 'const seek = wanted;',
  },
  {
    name: 'text that was there before heals',
    file: `${COMMENTS}find-place.ts`,
    from: 'ranges.every((range) => isNew(this.#copies.firstOf(range), newest)) &&',
    to: '',
  },
  {
    name: 'a copy from before heals once it is moved',
    file: `${COMMENTS}find-place.ts`,
    from: 'isNew(this.#copies.firstOf(range), newest)',
    to: 'isNew(range, newest)',
  },
  {
    name: 'equal text heals before the text of the thread has arrived',
    file: `${COMMENTS}find-place.ts`,
    from: 'hasArrived(this.#doc, newest)',
    to: 'Boolean(newest)',
  },
  {
    name: 'a page leaves the text that was typed again for another',
    file: TRACKER,
    from: "known?.place.state === 'healed' &&",
    to: "known?.place.state === 'none' &&",
  },
  {
    name: 'text that two people moved is known as one copy',
    file: 'src/app/room/follow/follow-text.ts',
    from: 'if (doubles.pairs.length > 0) for',
    to: 'if (false) for',
  },
  {
    name: 'an image is known by its last picture only',
    file: 'supabase/functions/_shared/contract/lineage/pair-nodes.ts',
    from: 'if (isNamed(one.id) &&',
    to: 'if (false &&',
  },
  {
    name: 'healed text is not followed',
    file: `${COMMENTS}find-place.ts`,
    from: "place?.state === 'healed' ?",
    to: "place?.state === 'exact' ?",
  },
  {
    name: 'no block is near',
    file: `${COMMENTS}find-place.ts`,
    from: 'return nearest ?? blocks.find(({ item }) => homes.has(item)) ?? null;',
    to: 'return null;',
  },
  {
    name: 'what stands between moved letters is painted',
    file: `${COMMENTS}text-order.ts`,
    from: 'apart.push(ranges.length);',
    to: 'void apart;',
  },
  {
    name: 'a place begins from the anchor again',
    file: `${COMMENTS}find-place.ts`,
    from: 'isWhole ? known : chosen',
    to: 'chosen',
  },
  {
    name: 'the words of a page are believed',
    file: `${COMMENTS}place-in-log.ts`,
    from: 'texts.set(thread, isTitle ? NO_WORDS : describeRanges(passages, ranges));',
    to: 'texts.set(thread, thread.anchor);',
  },
  {
    name: 'local changes are not looked at',
    file: TRACKER,
    from: 'const pairs = findCopies(transaction, author);',
    to: 'const pairs: Pair[] = [];',
  },
  {
    name: 'a page forgets what it declared',
    file: TRACKER,
    from: 'this.#follow(this.#declared(transaction));',
    to: 'this.#declared(transaction);',
  },
  {
    name: 'a copy beside its source takes its thread',
    file: TRACKER,
    from: '([old]) => !isLiving(this.#copies.heirOf(old, isLiving)),',
    to: '() => true,',
  },
  {
    name: 'a place is never looked at again',
    file: TRACKER,
    from: 'for (const entry of entries) entry.isStale = true;',
    to: '',
  },
  {
    name: 'moved images are lost',
    file: 'supabase/functions/_shared/contract/lineage/pair-nodes.ts',
    from: 'return [[item.id, copy.id]];',
    to: 'return [];',
  },
  {
    name: 'declared copies need not have the letter of the thread',
    file: 'src/app/room/comments/place-tracker.ts',
    from: 'if (isLiving(to) && letterAt(this.#doc, to) !== letter.text) continue;',
    to: '',
  },
  {
    name: 'declared copies from before the loss take its thread',
    file: 'src/app/room/comments/place-tracker.ts',
    from: 'if (to.clock >= written || !isAwaited(to.clock, letter)) continue;',
    to: 'if (to.clock >= written) continue;',
  },
];

export const COMMENT_MUTANTS: readonly Mutant[] = list.map((mutant) => ({
  ...mutant,
  run: 1,
  tests: [
    'tests/unit/app/room/comments/places.test.ts',
    'tests/unit/app/room/comments/place-tracker.test.ts',
    'tests/unit/app/room/comments/random-comments.test.ts',
    'tests/unit/supabase/contract/trace-copies.test.ts',
    'tests/unit/supabase/server/place-threads.test.ts',
  ],
}));
