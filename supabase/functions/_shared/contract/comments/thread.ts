/**
 * Threads of comments as pages, functions and the database exchange them. A thread stands at units of the text, by Yjs id: its
 * anchor names those that were chosen and never changes; its place names the newest copy of each, living or deleted.
 */
import * as z from 'zod/mini';
import { commentBody } from './comment-body.ts';
import { MAX_UNITS_CHARS, UNITS_PATTERN } from './unit-ranges.ts';

export const MAX_QUOTE_CHARS = 300;
export const MAX_CONTEXT_CHARS = 32;
export const MAX_HEADING_CHARS = 120;

/** One of each per person and comment. */
export const REACTIONS = ['👍', '👎', '❤️', '🎉', '😄', '😮', '😢', '🙏', '👀', '✅', '❌', '🚀'] as const;

const units = z.string().check(z.maxLength(MAX_UNITS_CHARS), z.regex(UNITS_PATTERN));

/** `text`: letters, also of several blocks. `node`: an image, a formula or a table. `document`: the title; it has no units. */
export const ANCHOR_KINDS = ['text', 'node', 'document'] as const;

export const anchorSchema = z.object({
  kind: z.enum(ANCHOR_KINDS),
  units: z.union([units, z.literal('')]),
  /** A seq at which the log shows these units. */
  seq: z.int().check(z.nonnegative()),
  quote: z.string().check(z.maxLength(MAX_QUOTE_CHARS)),
  before: z.string().check(z.maxLength(MAX_CONTEXT_CHARS)),
  after: z.string().check(z.maxLength(MAX_CONTEXT_CHARS)),
  heading: z.string().check(z.maxLength(MAX_HEADING_CHARS)),
});
export type Anchor = z.infer<typeof anchorSchema>;

/**
 * `exact`: heirs of the chosen units live. `healed`: equal text in equal surroundings. `near`: only the surroundings are left,
 * and nothing is highlighted. `none`: to deleted text.
 */
export const PLACE_STATES = ['exact', 'healed', 'near', 'none'] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

export const placeSchema = z.object({ state: z.enum(PLACE_STATES), units: z.string(), seq: z.int() });
/**
 * As the last fold stored it. `units` has the newest copy of each chosen unit, living or deleted, in their order; behind them the
 * equal text, or the block that is near (`find-place.ts`).
 */
export type StoredPlace = z.infer<typeof placeSchema>;

const person = z.nullable(z.uuid());

/** Null: deleted, or what this build cannot show. */
export const shownBody = z.catch(z.nullable(commentBody), null);

const commentSchema = z.object({
  id: z.uuid(),
  /** Null: a former member, or nobody here. */
  author: person,
  /** Of a comment that came in a file: the name of its author there. */
  file_author: z.catch(z.nullable(z.string()), null),
  /** A first comment with replies stays without its text. */
  body: shownBody,
  created_at: z.coerce.date(),
  edited_at: z.nullable(z.coerce.date()),
  reactions: z.array(z.object({ emoji: z.string(), users: z.array(z.uuid()) })),
});
export type ThreadComment = z.infer<typeof commentSchema>;

export const threadSchema = z.object({
  id: z.uuid(),
  /** Grows with each change of any thread of the document. */
  version: z.int(),
  /** Quote, context and heading are empty for those who may not read them. */
  anchor: anchorSchema,
  /** Null until a fold has placed the thread. */
  place: z.nullable(placeSchema),
  is_resolved: z.boolean(),
  resolved_by: person,
  resolved_at: z.nullable(z.coerce.date()),
  assignee: person,
  created_by: person,
  created_at: z.coerce.date(),
  comments: z.array(commentSchema),
  /** When the user last marked it as read. */
  read_at: z.optional(z.nullable(z.coerce.date())),
});
export type Thread = z.infer<typeof threadSchema>;

/** Names of all people in the threads come along, since a former member is in no list. A removed thread is only its id. */
export const threadsReply = z.object({
  version: z.int(),
  threads: z.array(threadSchema),
  removed: z.array(z.uuid()),
  people: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type ThreadsReply = z.infer<typeof threadsReply>;
