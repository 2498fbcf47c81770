/**
 * Time stamps of RFC 3161: an authority signs a hash, here that of a statement, with the time at which it received it. These
 * functions read what a token claims. Its signature and certificates are checked by `openssl ts -verify`.
 */
import {
  Boolean,
  type AsnType,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set,
} from 'asn1js';
import { encodeHex } from '../hex.ts';
import { decodeBase64, isBase64 } from './base64.ts';
import { sha256 } from './canonical-text.ts';
import type { TimeStamp } from './proof-file.ts';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TIME_STAMP_INFO = '1.2.840.113549.1.9.16.1.4';
const COMMON_NAME = '2.5.4.3';
const ORGANIZATION = '2.5.4.10';
/** `PKIStatus`: granted, and granted with modifications. */
const GRANTED: readonly (string | null)[] = ['00', '01'];
const MAX_NAME_CHARS = 200;

type Bytes = Uint8Array<ArrayBuffer>;

/** The time stamp that a token in base64 holds. Null unless it can be read and is one of these bytes. */
export async function readTimeStamp(token: string, stamped: Bytes): Promise<TimeStamp | null> {
  const claims = isBase64(token) ? readToken(decodeBase64(token)) : null;
  if (claims === null || claims.imprint !== (await sha256(stamped))) return null;
  return { token, atMs: claims.atMs, authority: claims.authority };
}

/** `TimeStampReq`. The nonce is a positive integer: its first bit is 0, and its first byte is not. */
export function writeStampRequest(hash: Bytes, nonce: Bytes): Bytes {
  const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: SHA_256 }), new Null()] });
  const imprint = new Sequence({ value: [algorithm, new OctetString({ valueHex: hash })] });
  const [version, certificates] = [new Integer({ value: 1 }), new Boolean({ value: true })];
  const request = new Sequence({ value: [version, imprint, new Integer({ valueHex: nonce }), certificates] });
  return new Uint8Array(request.toBER());
}

/** The token in an authority's reply (`TimeStampResp`); null if the authority refused, or the reply is none. */
export function tokenOfReply(reply: Bytes): Bytes | null {
  return attempt(() => {
    const [status, token] = partsOf(decode(reply));
    if (!GRANTED.includes(integerOf(partsOf(status)[0])) || token === undefined) return null;
    // As it arrived: another encoding could have another signature.
    return new Uint8Array(token.valueBeforeDecodeView);
  });
}

export interface TokenClaims {
  /** Hexadecimal digits. */
  readonly imprint: string;
  readonly nonce: string | null;
  readonly atMs: number;
  readonly authority: string | null;
}

/** Null for bytes that are no token of a SHA-256 hash. */
export function readToken(token: Bytes): TokenClaims | null {
  return attempt(() => {
    // `ContentInfo` of `SignedData` (RFC 5652) of `TSTInfo` (RFC 3161).
    const [type, content] = partsOf(decode(token));
    const [, , encapsulated, ...signatures] = partsOf(partsOf(content)[0]);
    const [infoType, wrapped] = partsOf(encapsulated);
    const octets = partsOf(wrapped)[0];
    if (oidOf(type) !== SIGNED_DATA || oidOf(infoType) !== TIME_STAMP_INFO) return null;
    if (!(octets instanceof OctetString)) return null;
    const [, , imprint, , time, ...optional] = partsOf(decode(new Uint8Array(octets.getValue())));
    const [algorithm, hash] = partsOf(imprint);
    const atMs = time instanceof GeneralizedTime ? time.toDate().getTime() : Number.NaN;
    if (oidOf(partsOf(algorithm)[0]) !== SHA_256 || !(hash instanceof OctetString)) return null;
    if (!Number.isFinite(atMs)) return null;
    return {
      imprint: encodeHex(hash.valueBlock.valueHexView),
      nonce: integerOf(optional.find((one) => one instanceof Integer)),
      atMs,
      // A `GeneralName`, which holds a `Name`.
      authority: nameOf(partsOf(partsOf(optional.find(isContext0))[0])[0]) ?? nameOf(subjectOf(signatures)),
    };
  });
}

/** Of the certificate with which the token was signed. */
function subjectOf(signatures: readonly AsnType[]): AsnType | undefined {
  const signer = partsOf(signatures.findLast((one) => one instanceof Set))[0];
  const wanted = integerOf(partsOf(partsOf(signer)[1])[1]);
  for (const certificate of partsOf(signatures.find(isContext0))) {
    const fields = partsOf(partsOf(certificate)[0]);
    const [serial, , , , subject] = isContext0(fields[0]) ? fields.slice(1) : fields;
    if (wanted !== null && integerOf(serial) === wanted) return subject;
  }
  return undefined;
}

/** The common name in a `Name`, or the organization. */
function nameOf(name: AsnType | undefined): string | null {
  const attributes = partsOf(name).flatMap(partsOf).map(partsOf);
  const find = (wanted: string): string | undefined => {
    const block = attributes.find(([type]) => oidOf(type) === wanted)?.[1]?.valueBlock;
    const value: unknown = block && 'value' in block ? block.value : undefined;
    return typeof value === 'string' && value !== '' ? value.slice(0, MAX_NAME_CHARS) : undefined;
  };
  return find(COMMON_NAME) ?? find(ORGANIZATION) ?? null;
}

/** Nothing for bytes that are more or less than one value. */
function decode(bytes: Bytes): AsnType | undefined {
  const { result, offset } = fromBER(bytes);
  return offset === bytes.length ? result : undefined;
}

/** The values in a constructed one. */
function partsOf(block: AsnType | undefined): readonly AsnType[] {
  const value: unknown = block && 'value' in block.valueBlock ? block.valueBlock.value : null;
  return Array.isArray(value) ? (value as AsnType[]) : [];
}

const oidOf = (block: AsnType | undefined): string | null =>
  block instanceof ObjectIdentifier ? block.getValue() : null;

/** Hexadecimal digits: some integers are larger than a number. */
const integerOf = (block: AsnType | undefined): string | null =>
  block instanceof Integer ? encodeHex(block.valueBlock.valueHexView) : null;

/** The tag `[0]`. */
const isContext0 = (block: AsnType | undefined): boolean =>
  block?.idBlock.tagClass === 3 && block.idBlock.tagNumber === 0;

/** Null when bytes are of another form. The decoder throws errors of many kinds. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
