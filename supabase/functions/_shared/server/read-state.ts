import * as Y from 'yjs';
import { applyUpdates } from '../contract/apply-updates.ts';
import { decodeFrame } from '../contract/frame.ts';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { UndoneRestore } from './undo-restore.ts';

/** The document that a database function returns as a frame of updates. */
export async function readState(
  database: Database,
  name: 'read_version' | 'read_state',
  args: Readonly<Record<string, unknown>>,
): Promise<Y.Doc> {
  const frame = decodeFrame(await database.callBytes(name, args));
  if (frame === null) throw new Error(`${name} did not return a frame`);
  const doc = new Y.Doc();
  applyUpdates(doc, frame.parts);
  return doc;
}

/** The document as a restore made it. */
export function docOf({ before, restore }: Pick<UndoneRestore, 'before' | 'restore'>): Y.Doc {
  const doc = new Y.Doc();
  applyUpdates(doc, [...before, ...restore]);
  return doc;
}

const restoredHeader = z.object({
  before: z.int(),
  restored: z.int(),
  later: z.int().nullable(),
});

/** A restore and the text around it, to undo it. `later` is null where others have logged too much since. */
export async function readRestored(
  database: Database,
  args: Readonly<Record<string, unknown>>,
): Promise<Omit<UndoneRestore, 'later'> & { readonly later: readonly Uint8Array[] | null }> {
  const frame = decodeFrame(await database.callBytes('read_restored', args));
  if (frame === null) throw new Error('read_restored did not return a frame');
  const { before, restored, later } = restoredHeader.parse(frame.header);
  return {
    before: frame.parts.slice(0, before),
    restore: frame.parts.slice(before, before + restored),
    later: later === null ? null : frame.parts.slice(before + restored),
  };
}
