/** Sizes and times that client, functions and database share. */

/**
 * One logged Yjs update: as much as a document holds, so that a pasted book is saved as a whole or not at all
 * (docs/decisions/0051).
 */
export const MAX_UPDATE_BYTES = 4 * 1024 * 1024;
/** Yjs structs in one logged update. */
export const MAX_UPDATE_STRUCTS = 50_000;
/** One live message (the smallest plan allows 256 kB). A larger update goes to the log only, and the head announces it. */
export const MAX_BROADCAST_BYTES = 200 * 1024;
/** Updates in one append. */
export const MAX_UPDATES_PER_APPEND = 200;
/** The header of an append. A relay of `MAX_UPDATES_PER_APPEND` updates has 11 kB. */
export const MAX_HEADER_BYTES = 32 * 1024;
/** Which deleted text one update inserts again: 256 ranges or more. */
export const MAX_HEIRS_CHARS = 8 * 1024;
/** Which units of a restored part were in the text before. */
export const MAX_PART_HEIRS_CHARS = 64 * 1024;
/** All updates of one append together. */
export const MAX_APPEND_BYTES = 5 * 1024 * 1024;
/** The text of a part of a version that is restored. */
export const MAX_PART_BYTES = 2 * 1024 * 1024;
/**
 * Beyond this weight a document accepts only deletions and restores: an edge function has neither the memory nor the processor
 * time to fold a larger one (docs/decisions/0025). The weight is the weight of the last fold (`weigh`) plus the bytes appended
 * since.
 */
export const MAX_DOCUMENT_WEIGHT = 4 * 1024 * 1024;
/** Minimum weight of one Yjs struct: a single character takes ten bytes, but as much work as a sentence. */
const PART_WEIGHT = 96;
/** The weight of a folded document of `bytes` bytes and `parts` Yjs structs, including the deleted ones. */
export const weigh = (bytes: number, parts: number): number => Math.max(bytes, parts * PART_WEIGHT);
/** From this weight on the app warns that the document is nearly full. */
export const NEARLY_FULL_WEIGHT = MAX_DOCUMENT_WEIGHT * 0.9;
/** A stored snapshot. Older snapshots may exceed today's weight limit. */
export const MAX_SNAPSHOT_BYTES = 8 * 1024 * 1024;
/** A text in an attribute of a node; the longest legitimate one is the source of a formula. */
export const MAX_ATTRIBUTE_CHARS = 2000;
/** An address that becomes a link. */
export const MAX_ADDRESS_CHARS = 8000;
/** The JSON of a mark with its attributes. */
export const MAX_MARK_CHARS = 64 * 1024;
/** The absolute value of a number in an attribute; the largest legitimate one is an image size in pixels. */
export const MAX_ATTRIBUTE_NUMBER = 100_000;
/** Width times height of a stored image. A decoded pixel takes four bytes. */
export const MAX_IMAGE_PIXELS = 40_000_000;
/** Width times height of a chosen image, which is scaled down before upload. Phones take photos of 108 million pixels. */
export const MAX_ORIGINAL_PIXELS = 120_000_000;
/** Rows or columns that one table cell spans. An editor iterates over each of them. */
export const MAX_SPAN = 100;
/** The width of a table column, in px. */
export const MAX_COLUMN_WIDTH = 1000;
/** Three thousand Yjs clients. A reader with more receives the whole state. */
export const MAX_STATE_VECTOR_BYTES = 32 * 1024;
export const MAX_TITLE_CHARS = 200;
export const MAX_NAME_CHARS = 80;
export const MAX_VERSION_NAME_CHARS = 120;
export const MAX_VERSION_NOTE_CHARS = 500;
export const MIN_PASSWORD_CHARS = 10;
/** bcrypt ignores all bytes beyond. */
export const MAX_PASSWORD_BYTES = 72;
/** Nested elements, counted from the root. */
export const MAX_DEPTH = 64;
