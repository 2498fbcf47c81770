import type { ListedDocument } from '../data/documents.ts';

/** The list's knowledge of this device. */
export interface ListedDevice {
  /** The server cannot be reached. */
  readonly isAway: boolean;
  /** Documents that open without the server; null while unknown. */
  readonly here: ReadonlySet<string> | null;
  /** Documents and folders that the user keeps here. */
  readonly pins: ReadonlySet<string>;
  /** Documents with changes that the server does not have yet, and not just since now. */
  readonly waiting: ReadonlySet<string>;
}

export type DeviceMark = 'missing' | 'waiting' | 'pinned' | null;

export const UNKNOWN_DEVICE: ListedDevice = {
  isAway: false,
  here: null,
  pins: new Set(),
  waiting: new Set(),
};

export function markOf(
  { id, folderId }: Pick<ListedDocument, 'id' | 'folderId'>,
  { isAway, here, pins, waiting }: ListedDevice,
): DeviceMark {
  if (isAway && here?.has(id) === false) return 'missing';
  // Until it is sent, which is soon or said.
  if (waiting.has(id)) return 'waiting';
  return pins.has(id) || pins.has(folderId ?? '') ? 'pinned' : null;
}
