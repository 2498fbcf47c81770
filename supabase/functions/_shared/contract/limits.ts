/** Sizes and times that client, functions and database agree on. Bytes are bytes, times are milliseconds. */

/** One Yjs update as it is logged: a pasted book must fit, since a transaction cannot be split. */
export const MAX_UPDATE_BYTES = 2 * 1024 * 1024;
/** One live message; what is larger goes to the log only, and the head announces it (256 kB on the smallest plan). */
export const MAX_BROADCAST_BYTES = 200 * 1024;
/** Updates in one append. */
export const MAX_UPDATES_PER_APPEND = 200;
/** All updates of one append together. */
export const MAX_APPEND_BYTES = 3 * 1024 * 1024;
/**
 * Beyond this nothing is added to a document, though one can delete and restore: what is larger is not folded within the
 * memory and the processor time of an edge function (docs/decisions/0025). Measured by `weigh`, with the bytes of what was
 * added since the last fold.
 */
export const MAX_DOCUMENT_WEIGHT = 4 * 1024 * 1024;
/** What a part of a document weighs at the least: a letter on its own takes ten bytes and as much work as a sentence. */
const PART_WEIGHT = 96;
/** What a folded document weighs that takes so many bytes in so many parts, those that were deleted included. */
export const weigh = (bytes: number, parts: number): number => Math.max(bytes, parts * PART_WEIGHT);
/** From this weight on people are told that the document is nearly full. */
export const NEARLY_FULL_WEIGHT = MAX_DOCUMENT_WEIGHT * 0.9;
/** A folded document as it is stored and read. There are some from when documents might grow larger. */
export const MAX_SNAPSHOT_BYTES = 8 * 1024 * 1024;
/** A text in an attribute of a node: the source of a formula is the longest that is meant to be there. */
export const MAX_ATTRIBUTE_CHARS = 2000;
/** A number in an attribute, either side of zero: pixels of a picture are the most that is meant to be there. */
export const MAX_ATTRIBUTE_NUMBER = 100_000;
/** Width times height of a picture that is stored and shown: four bytes each once it is drawn. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** The same of one that is chosen, and drawn smaller before it is sent: photos of phones have 108 million. */
export const MAX_ORIGINAL_PIXELS = 120_000_000;
/** Rows or columns that a cell of a table takes: an editor walks over each of them. */
export const MAX_SPAN = 100;
export const MAX_TITLE_CHARS = 200;
export const MAX_NAME_CHARS = 80;
export const MAX_VERSION_NAME_CHARS = 120;
export const MAX_VERSION_NOTE_CHARS = 500;
export const MIN_PASSWORD_CHARS = 10;
/** bcrypt reads no further. */
export const MAX_PASSWORD_BYTES = 72;
/** How long one restore may keep others from starting another. */
export const RESTORE_LEASE_MS = 30_000;
/** Elements inside elements, counted from the root. */
export const MAX_DEPTH = 64;
