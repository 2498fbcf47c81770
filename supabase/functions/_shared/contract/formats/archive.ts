/** The zip that a person downloads with all documents: a folder for each, and `manifest.json`, which lists and hashes its files. */
import * as z from 'zod/mini';
import { threadSchema } from '../comments/thread.ts';
import { LANGUAGES } from '../languages.ts';
import { parseJson } from '../parse-json.ts';

export const ARCHIVE_FORMAT = 'spolu-archive';
/** Raised when programs that read the files of today would read those of tomorrow wrongly. */
export const ARCHIVE_VERSION = 1;

export const MANIFEST = 'manifest.json';
export const INDEX_PAGE = 'index.html';

/** Files of a document, in its folder. Pictures are in `PICTURES`, under the last part of their paths. */
export const ARCHIVED = {
  markdown: 'text.md',
  html: 'text.html',
  docx: 'document.docx',
  state: 'state.yjs',
  history: 'history.json',
  comments: 'comments.json',
} as const;
export const PICTURES = 'images/';

const count = z.int().check(z.nonnegative());
const time = z.iso.datetime();

const archivedDocument = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Ends with a slash. */
  folder: z.string(),
  /** Name of the folder in the list of the person whose archive it is. */
  place: z.optional(z.string()),
  /** Of the person whose archive it is. */
  role: z.string(),
  owner: z.string(),
  updatedAt: time,
  /** The row of the log that `state.yjs` is at. */
  seq: count,
  /** Files of the folder that could not be read or written. */
  missing: z.array(z.string()),
});
export type ArchivedDocument = z.infer<typeof archivedDocument>;

const archivedFile = z.object({
  path: z.string(),
  bytes: count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type ArchivedFile = z.infer<typeof archivedFile>;

export const archiveManifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.int().check(z.positive()),
  madeAt: time,
  language: z.enum(LANGUAGES),
  /** A large archive is in several zips; each can be read alone. */
  part: z.object({ number: z.int().check(z.positive()), of: z.int().check(z.positive()) }),
  documents: z.array(archivedDocument),
  /** All files of this zip but the manifest. */
  files: z.array(archivedFile),
});
export type ArchiveManifest = z.infer<typeof archiveManifest>;

const person = z.nullable(z.object({ id: z.uuid(), name: z.string() }));

/** It tells of deleted text, so only owners and editors receive it. Newest version first. */
export const archivedHistory = z.object({
  document: z.uuid(),
  versions: z.array(
    z.object({
      id: z.uuid(),
      seq: count,
      kind: z.string(),
      name: z.nullable(z.string()),
      note: z.nullable(z.string()),
      /** Null for a version that was saved at one moment. */
      startedAt: z.nullable(time),
      at: time,
      author: person,
      /** In UTF-16 units. Null names: a deleted account, or a former member. */
      authors: z.array(
        z.object({
          id: z.nullable(z.uuid()),
          name: z.nullable(z.string()),
          typed: count,
          deleted: count,
        }),
      ),
    }),
  ),
});
export type ArchivedHistory = z.infer<typeof archivedHistory>;

export const archivedComments = z.object({
  document: z.uuid(),
  people: z.array(z.object({ id: z.uuid(), name: z.string() })),
  threads: z.array(threadSchema),
});
export type ArchivedComments = z.infer<typeof archivedComments>;

const encoder = new TextEncoder();

/** Null for anything else than such a file. */
export function readArchived<Schema extends z.ZodMiniType>(
  schema: Schema,
  bytes: Uint8Array | undefined,
): z.output<Schema> | null {
  if (bytes === undefined) return null;
  const parsed = schema.safeParse(parseJson(bytes));
  return parsed.success ? parsed.data : null;
}

export const writeArchived = <Schema extends z.ZodMiniType>(
  _schema: Schema,
  value: z.output<Schema>,
): Uint8Array<ArrayBuffer> => encoder.encode(`${JSON.stringify(value, null, 2)}\n`);
