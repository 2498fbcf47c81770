/** Small messages between the pages of one document, as JSON. A page ignores a message that it cannot read. */
import * as z from 'zod/mini';
import type { Person } from '../people.ts';

/** A place of the text, as Yjs writes relative positions in JSON. */
export type TextPlace = z.output<typeof placeSchema>;

const idSchema = z.nullish(
  z.object({ client: z.int().check(z.nonnegative()), clock: z.int().check(z.nonnegative()) }),
);
export const placeSchema = z.object({
  type: idSchema,
  tname: z.nullish(z.string().check(z.maxLength(64))),
  item: idSchema,
  assoc: z.optional(z.int()),
});

/** An editing session that sent a notice, and its user. */
export interface NoticeSender {
  readonly userId: string;
  readonly sessionId: string;
}

export interface NoticeHost {
  readonly people: () => readonly Person[];
  readonly send: (name: string, bytes: Uint8Array, sessions: readonly string[]) => void;
  /** Monotonic. */
  readonly nowMs: () => number;
}

export const writeNotice = (message: object): Uint8Array => new TextEncoder().encode(JSON.stringify(message));

/** Null if it is not JSON. */
export function readNotice(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The sessions of everybody else. */
export const otherSessions = (people: readonly Person[]): readonly string[] =>
  people.filter(({ isSelf }) => !isSelf).flatMap(({ sessions }) => sessions);
