import * as Y from 'yjs';
import { applyUpdates } from '../contract/apply-updates.ts';
import { decodeFrame } from '../contract/frame.ts';
import type { Database } from './database.ts';

/** The document that a database function returns as a frame of updates. */
export async function readState(
  database: Database,
  name: 'read_version' | 'read_state' | 'read_restored',
  args: Readonly<Record<string, unknown>>,
): Promise<Y.Doc> {
  const frame = decodeFrame(await database.callBytes(name, args));
  if (frame === null) throw new Error(`${name} did not return a frame`);
  const doc = new Y.Doc();
  applyUpdates(doc, frame.parts);
  return doc;
}
