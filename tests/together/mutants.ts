/** Mistakes in following moved text, one at a time: the runs have to notice each. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** A run that notices it; without one, the first sixty. */
  readonly run?: number;
}

const FOLLOW = 'src/app/room/follow/';
const LINEAGE = 'supabase/functions/_shared/contract/lineage.ts';

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'nothing is moved, only put back',
    file: `${FOLLOW}find-moves.ts`,
    from: "if (left) return { kind: 'after', ...left };",
    to: "if (left && globalThis.never) return { kind: 'after', ...left };",
  },
  {
    name: 'units at the start of a block have no target',
    file: `${FOLLOW}find-moves.ts`,
    from: "if (right) return { kind: 'before', ...right };",
    to: '',
  },
  {
    name: 'an empty block has no heir',
    file: `${FOLLOW}find-moves.ts`,
    from: "return before === null && block ? { kind: 'start', line: block } : null;",
    to: 'return null;',
    run: 179,
  },
  {
    name: 'what a split leaves behind stays behind',
    file: `${FOLLOW}find-moves.ts`,
    from: 'if (isThere(unit)) return left.has(unit);',
    to: 'if (isThere(unit)) return false;',
  },
  {
    name: 'what a split leaves behind is copied, and not taken out',
    file: `${FOLLOW}move-units.ts`,
    from: 'if (move.isLeft) for',
    to: 'if (false) for',
  },
  {
    name: 'what goes with an undo of others is gone',
    file: `${FOLLOW}find-moves.ts`,
    from: '(isUndone && change.isNamed(unit) && heirs(unit) === null)',
    to: 'false',
  },
  {
    name: 'what a redo brings along is put in again',
    file: `${FOLLOW}find-moves.ts`,
    from: 'if (!isSame || !isSure || length === 0) return move;',
    to: 'if (length >= 0) return move;',
  },
  {
    name: 'the author of a change is taken to have seen all',
    file: `${FOLLOW}read-names.ts`,
    from: 'isNamedByAny: (client, clock) => has(client, clock, () => true),',
    to: 'isNamedByAny: () => true,',
  },
  {
    name: 'the order of the units is turned round',
    file: `${FOLLOW}move-units.ts`,
    from: "into.insert(at, piece.map(({ sign }) => sign).join(''),",
    to: "into.insert(at, piece.map(({ sign }) => sign).reverse().join(''),",
  },
  {
    name: 'units go before the letter that they followed',
    file: `${FOLLOW}move-units.ts`,
    from: "(target.kind === 'after' ? 1 : 0)",
    to: '0',
  },
  {
    name: 'the caret stays behind',
    file: 'src/app/editor/followed-selection.ts',
    from: 'const heir = this.#follower?.heirOf(id) ?? null;',
    to: 'const heir = null as Id | null;',
  },
  {
    name: 'the caret is looked for again while units are moved',
    file: 'src/app/editor/followed-selection.ts',
    from: 'if (this.#follower?.isMoving() === true) return;',
    to: '',
  },
  {
    name: 'runs with something put in have no lineage',
    file: LINEAGE,
    from: 'if (head + tail === shorter) return',
    to: 'if (head + tail === shorter && head === -1) return',
  },
  {
    name: 'whole runs have no lineage',
    file: LINEAGE,
    from: 'if (to === undefined) continue;',
    to: 'if (to !== -1) continue;',
  },
  {
    name: 'equal runs are matched in the wrong order',
    file: LINEAGE,
    from: 'same.find((index) => index > after && fits(index)) ?? same.find(fits)',
    to: 'same.findLast(fits)',
  },
  {
    name: 'a deletion does not wait for what its update inserts',
    file: 'src/yjs-supabase/whole-updates.ts',
    from: "return ds.clients.size === 0 || source !== 'live' ? new Map() : null;",
    to: 'return new Map();',
  },
  {
    name: 'a block that an undo left to others stays when they have left it',
    file: 'src/app/editor/follow-undo.ts',
    from: 'if (blocks.length > 0) doc.once',
    to: 'if (blocks.length < 0) doc.once',
  },
  {
    name: 'of equal letters, any is taken for the one that was typed',
    file: 'src/app/editor/shared-text.ts',
    from: 'writeText(binding, changed, state.selection.head);',
    to: '',
  },
  {
    name: 'who redoes a join parts a sentence',
    file: `${FOLLOW}find-moves.ts`,
    from: 'isBehind || (first !== undefined && isJoined && isOwn(before, change))',
    to: 'isBehind',
    run: 286,
  },
  {
    name: 'copies that a redo brings along before the rest are put in again',
    file: `${FOLLOW}find-moves.ts`,
    from: "if (target === null || target.kind === 'start') return move;",
    to: "if (target?.kind !== 'after') return move;",
    run: 638,
  },
  {
    name: 'what an undo takes away may have been typed by others',
    file: `${FOLLOW}pair-copies.ts`,
    from: '(isExact(one) ? withoutOwn(one) : one)',
    to: 'one',
    run: 667,
  },
  {
    name: 'of two equal changes, both stay',
    file: `${FOLLOW}own-copies.ts`,
    from: 'author !== null && author < me',
    to: 'author === me',
  },
  {
    name: 'of two equal changes, both give way',
    file: `${FOLLOW}own-copies.ts`,
    from: 'author !== null && author < me',
    to: 'author !== me',
  },
  {
    name: 'the block of what was withdrawn stays',
    file: `${FOLLOW}follow-text.ts`,
    from: 'for (const { line } of doubles) removeIfEmpty(line.block);',
    to: '',
  },
  {
    name: 'copies that others have replaced come back',
    file: `${FOLLOW}own-copies.ts`,
    from: 'replaced: new Map([...replaced, ...heirs])',
    to: 'replaced: heirs',
  },
  {
    name: 'what is no double goes along with doubles',
    file: `${FOLLOW}own-copies.ts`,
    from: 'original.client === me && !change.isSeen(original)',
    to: 'true',
    run: 639,
  },
  {
    name: 'an undo brings back what was withdrawn',
    file: 'src/app/editor/follow-undo.ts',
    from: 'step.deletions = without(step.deletions, withdrawn);',
    to: 'step.deletions = step.deletions;',
  },
  {
    name: 'an undo takes away what stands for withdrawn copies',
    file: `${FOLLOW}follow-text.ts`,
    from: '(unit) => !withdrawn.has(unit)',
    to: '(unit) => !withdrawn.has(unit) || true',
  },
  {
    name: 'an undo does not bring back what stood in a block that is gone',
    file: `${FOLLOW}follow-text.ts`,
    from: 'return placed.length > 0 ? move(placed) : [];',
    to: 'return placed.length > 0 ? [] : [];',
  },
];
