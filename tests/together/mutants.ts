/** Mistakes in following moved text, which the runs must detect, and in what pages say to each other. */
import { COMMENT_MUTANTS } from './comment-mutants.ts';
import { HEIR_MUTANTS } from './heir-mutants.ts';
import { NOTICE_MUTANTS } from './notice-mutants.ts';
import { PROOF_MUTANTS } from './proof-mutants.ts';
import { TABLE_MUTANTS } from './table-mutants.ts';

export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** A run that detects it; without one, the first sixty are played. */
  readonly run?: number;
  /** Unit tests that may detect it, in place of those of all mutants. */
  readonly tests?: readonly string[];
}

const FOLLOW = 'src/app/room/follow/';
const CONTRACT = 'supabase/functions/_shared/contract/';

export const MUTANTS: readonly Mutant[] = [
  ...NOTICE_MUTANTS,
  ...TABLE_MUTANTS,
  ...HEIR_MUTANTS,
  ...COMMENT_MUTANTS,
  ...PROOF_MUTANTS,
  {
    name: 'text is never moved, only restored',
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
    name: 'an empty block has no successor',
    file: `${FOLLOW}find-moves.ts`,
    from: "return before === null && block ? { kind: 'start', line: block } : null;",
    to: 'return null;',
    run: 179,
  },
  {
    name: 'units that a split leaves behind are not moved',
    file: `${FOLLOW}find-moves.ts`,
    from: 'if (isThere(unit)) return left.has(unit);',
    to: 'if (isThere(unit)) return false;',
  },
  {
    name: 'units that a split leaves behind are copied instead of moved',
    file: `${FOLLOW}move-units.ts`,
    from: 'if (move.isLeft) for',
    to: 'if (false) for',
  },
  {
    name: 'units deleted by a remote undo are lost',
    file: `${FOLLOW}find-moves.ts`,
    from: '(isUndone && change.isNamed(unit) && heirs(unit) === null)',
    to: 'false',
  },
  {
    name: 'units restored by a redo are inserted again',
    file: `${FOLLOW}find-moves.ts`,
    from: 'if (!isSame || !isSure || length === 0) return move;',
    to: 'if (length >= 0) return move;',
  },
  {
    name: 'the author of a change is assumed to have seen everything',
    file: `${FOLLOW}read-names.ts`,
    from: 'isNamedByAny: (client, clock) => has(client, clock, () => true),',
    to: 'isNamedByAny: () => true,',
  },
  {
    name: 'the order of the units is reversed',
    file: `${FOLLOW}move-units.ts`,
    from: "into.insert(at, piece.map(({ sign }) => sign).join(''),",
    to: "into.insert(at, piece.map(({ sign }) => sign).reverse().join(''),",
  },
  {
    name: 'units go before the character that they followed',
    file: `${FOLLOW}move-units.ts`,
    from: "(target.kind === 'after' ? 1 : 0)",
    to: '0',
  },
  {
    name: 'the caret is not moved with its text',
    file: 'src/app/editor/binding/followed-selection.ts',
    from: 'const heir = this.#follower?.heirOf(id) ?? null;',
    to: 'const heir = null as Id | null;',
  },
  {
    name: 'the caret is searched again while units are moved',
    file: 'src/app/editor/binding/followed-selection.ts',
    from: 'if (this.#follower?.isMoving() === true) return;',
    to: '',
  },
  {
    name: 'runs with an insertion have no lineage',
    file: `${CONTRACT}lineage/find-lineage.ts`,
    from: 'if (head + tail === shorter) return',
    to: 'if (head + tail === shorter && head === -1) return',
  },
  {
    name: 'whole runs have no lineage',
    file: `${CONTRACT}lineage/find-lineage.ts`,
    from: 'if (to === undefined) continue;',
    to: 'if (to !== -1) continue;',
  },
  {
    name: 'equal runs are matched in the wrong order',
    file: `${CONTRACT}lineage/find-lineage.ts`,
    from: 'same.find((index) => index > after && fits(index)) ?? same.find(fits)',
    to: 'same.findLast(fits)',
  },
  {
    name: 'a deletion does not wait for the insertions of its update',
    file: 'src/yjs-supabase/src/doc/whole-updates.ts',
    from: "return ds.clients.size === 0 || source !== 'live' ? new Map() : null;",
    to: 'return new Map();',
  },
  {
    name: 'a block that an undo kept for remote text stays when it is empty',
    file: 'src/app/editor/binding/follow-undo.ts',
    from: 'if (blocks.length > 0) doc.once',
    to: 'if (blocks.length < 0) doc.once',
  },
  {
    name: 'among equal characters, the wrong one is taken for the typed one',
    file: 'src/app/editor/binding/shared-text.ts',
    from: 'writeText(binding, changed, state.selection.head);',
    to: '',
  },
  {
    name: 'redoing a join splits a sentence',
    file: `${FOLLOW}find-moves.ts`,
    from: 'isBehind || (first !== undefined && isJoined && isOwn(before, change))',
    to: 'isBehind',
    run: 286,
  },
  {
    name: 'copies restored early by a redo are inserted again',
    file: `${FOLLOW}find-moves.ts`,
    from: "if (target === null || target.kind === 'start') return move;",
    to: "if (target?.kind !== 'after') return move;",
    run: 638,
  },
  {
    name: 'an undo may remove remote text',
    file: `${CONTRACT}lineage/pair-copies.ts`,
    from: '(isExact(one) ? withoutOwn(one) : one)',
    to: 'one',
    run: 667,
  },
  {
    name: 'both of two equal changes stay',
    file: `${FOLLOW}own-copies.ts`,
    from: 'author !== null && author < me',
    to: 'author === me',
  },
  {
    name: 'both of two equal changes are withdrawn',
    file: `${FOLLOW}own-copies.ts`,
    from: 'author !== null && author < me',
    to: 'author !== me',
  },
  {
    name: 'the block of withdrawn units stays',
    file: `${FOLLOW}follow-text.ts`,
    from: 'for (const { line } of doubles.toReversed()) removeIfEmpty(line.block);',
    to: '',
  },
  {
    name: 'copies that a peer has replaced come back',
    file: `${FOLLOW}own-copies.ts`,
    from: 'replaced: new Map([...replaced, ...heirs])',
    to: 'replaced: heirs',
  },
  {
    name: 'units that are not duplicated are withdrawn with duplicates',
    file: `${FOLLOW}own-copies.ts`,
    from: 'original.client === me && !change.isSeen(original)',
    to: 'true',
    run: 639,
  },
  {
    name: 'an undo restores withdrawn units',
    file: 'src/app/editor/binding/follow-undo.ts',
    from: 'step.deletions = without(step.deletions, withdrawn);',
    to: 'step.deletions = step.deletions;',
  },
  {
    name: 'an undo removes the units that replace withdrawn copies',
    file: `${FOLLOW}follow-text.ts`,
    from: '(unit) => !withdrawn.has(unit)',
    to: '(unit) => !withdrawn.has(unit) || true',
  },
  {
    name: 'an undo does not restore text of a block that is gone',
    file: `${FOLLOW}follow-text.ts`,
    from: 'return placed.length > 0 ? move(placed) : [];',
    to: 'return placed.length > 0 ? [] : [];',
  },
  {
    name: 'who deleted something second counts',
    file: `${CONTRACT}authorship/id-ranges.ts`,
    from: 'if (to > from) entries.splice(at++, 0,',
    to: 'if (to >= from) entries.splice(at, 1,',
  },
  {
    name: 'rows are traced as they were logged',
    file: `${CONTRACT}authorship/causal-order.ts`,
    from: 'for (let next = findReady(doc, waiting); next; next = findReady(doc, waiting)) {',
    to: 'for (const next of [...waiting]) {',
  },
  {
    name: 'copies count as their maker’s text',
    file: `${CONTRACT}authorship/trace-log.ts`,
    from: 'return older.some(wasThere) || found.stood(first) ? id.client : first.client;',
    to: 'return id.client;',
  },
  {
    name: 'who moved a text counts as who deleted it',
    file: `${CONTRACT}authorship/found-copies.ts`,
    from: 'if (!this.#deleters.find(copy)) break;',
    to: 'break;',
  },
  {
    name: 'a move of two updates is not one',
    file: `${CONTRACT}authorship/found-copies.ts`,
    from: 'const RECENT_MS = 3000;',
    to: 'const RECENT_MS = 0;',
  },
  {
    name: 'what goes with a paragraph has no deleter',
    file: `${CONTRACT}authorship/found-copies.ts`,
    from: 'this.#deleters.add(id, length, client);',
    to: 'if (Y.isDeleted(named, id)) this.#deleters.add(id, length, client);',
  },
  {
    name: 'only what the row was first to delete is a source of copies',
    file: `${CONTRACT}authorship/find-copies.ts`,
    from: 'const deletion = { beforeState, deleteSet: named, isStillborn };',
    to: 'const deletion = { beforeState, deleteSet: transaction.deleteSet, isStillborn };',
  },
  {
    name: 'text of others divides a copied stretch',
    file: `${CONTRACT}authorship/find-copies.ts`,
    from: 'units: leaveOutBetween(line.units),',
    to: 'units: line.units,',
  },
];
