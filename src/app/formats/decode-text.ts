/** Text of a file that does not say how it is encoded. */

export interface DecodedText {
  readonly text: string;
  /** Null where it is certain. */
  readonly guessed: string | null;
}

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

interface Known {
  /** By the file itself. */
  readonly declared?: string | null;
  /** More bytes follow, so the last character may not be whole. */
  readonly isHead?: boolean;
}

/** UTF-8, or the encoding of Czech Windows for what is none. */
export function decodeText(bytes: Uint8Array, { declared = null, isHead = false }: Known = {}): DecodedText {
  for (const [mark, encoding] of MARKS)
    if (mark.every((byte, at) => bytes[at] === byte)) return { text: decode(bytes, encoding), guessed: null };
  const utf8 = tryDecode(bytes, 'utf-8', isHead);
  if (utf8 !== null) return { text: utf8, guessed: null };
  const said = declared === null ? null : tryDecode(bytes, declared, isHead);
  if (said !== null) return { text: said, guessed: null };
  return { text: decode(bytes, 'windows-1250'), guessed: 'Windows-1250' };
}

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

function tryDecode(bytes: Uint8Array, encoding: string, isHead: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isHead });
  } catch (error) {
    // Neither the encoding nor its name may be right.
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}
