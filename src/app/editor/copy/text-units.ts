/**
 * The text of a document as units: UTF-16 units of text, and nodes without content, such as an image or a formula. Unlike
 * positions they are the same in the editor and in the shared text, whatever blocks are around them.
 */
import type { Fragment, Schema } from '@tiptap/pm/model';
import * as Y from 'yjs';
import { NODE_SIGN } from '#contract/lineage/read-lines.ts';
import { sharedIn } from '#contract/text/yjs-document.ts';

/** Consecutive units of one Yjs item; `text` has one sign for each. */
export interface Run {
  readonly client: number;
  readonly clock: number;
  readonly text: string;
}

/** The units of a fragment, one sign for each. */
export function signsOf(content: Fragment): string {
  let signs = '';
  content.descendants((node) => {
    if (node.isText) signs += node.text;
    else if (node.isLeaf) signs += NODE_SIGN;
  });
  return signs;
}

/** The units of the shared text, in document order. */
export const readRuns = (root: Y.XmlFragment, schema: Schema): readonly Run[] =>
  sharedIn(root).flatMap((child) => {
    if (child instanceof Y.XmlText) return runsOf(child);
    const { client, clock } = child._item!.id;
    const isLeaf = schema.nodes[child.nodeName]?.isLeaf === true;
    return isLeaf ? [{ client, clock, text: NODE_SIGN }] : readRuns(child, schema);
  });

function runsOf(text: Y.XmlText): Run[] {
  const runs: Run[] = [];
  for (let item = text._start; item; item = item.right)
    if (!item.deleted && item.content instanceof Y.ContentString)
      runs.push({ client: item.id.client, clock: item.id.clock, text: item.content.str });
  return runs;
}

/** The units from one place up to another. */
export function sliceRuns(runs: readonly Run[], from: number, to: number): readonly Run[] {
  let end = 0;
  return runs.flatMap(({ client, clock, text }) => {
    const start = end;
    end += text.length;
    const [first, last] = [Math.max(from, start) - start, Math.min(to, end) - start];
    return last > first ? [{ client, clock: clock + first, text: text.slice(first, last) }] : [];
  });
}

/** The units that a client inserted from a clock on. */
export const sliceSince = (runs: readonly Run[], client: number, since: number): readonly Run[] =>
  runs.flatMap((run) => {
    const skipped = Math.max(0, since - run.clock);
    const isNew = run.client === client && skipped < run.text.length;
    return isNew ? [{ client, clock: run.clock + skipped, text: run.text.slice(skipped) }] : [];
  });

export const lengthOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { text }) => sum + text.length, 0);
