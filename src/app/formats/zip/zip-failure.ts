/** Why a zip is refused. Each code has a sentence in both languages, which may name the part. */
export const ZIP_FAILURES = [
  'damaged',
  'duplicate_name',
  'encrypted',
  'file_too_large',
  'too_many_entries',
  'truncated',
  'unpacked_too_large',
  'unsafe_path',
  'unsupported_zip',
  'zip_bomb',
] as const;

export interface ZipFailure {
  readonly ok: false;
  readonly code: (typeof ZIP_FAILURES)[number];
  /** Name of the bad entry; empty where the whole file is bad. */
  readonly part: string;
}

export const zipFailure = (code: ZipFailure['code'], part = ''): ZipFailure => ({ ok: false, code, part });
