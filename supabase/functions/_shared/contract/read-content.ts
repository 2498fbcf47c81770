/** Reads the content of one struct of a Yjs update; the kinds are Yjs's `contentRefs`. */
import { MAX_ATTRIBUTE_CHARS, MAX_ATTRIBUTE_NUMBER } from './limits.ts';
import { isKnownMark, isKnownType, TEXT, type Content } from './misfit.ts';
import { PROTOTYPE_KEYS, readRun, Refused, type Reader } from './update-reader.ts';

const MAX_VALUES = 50_000;
const MAX_NESTED_JSON = 32;

export function readContent(reader: Reader, kind: number): Content {
  switch (kind) {
    case 1:
      return { kind: 'deleted', length: readRun(reader) };
    case 2:
      return readValues(reader, () => readJson(reader));
    case 3: // binary
      reader.skip(reader.uint());
      return { kind: 'foreign', of: 'content 3', length: 1 };
    case 4: // string: one tick per UTF-16 unit
      return { kind: 'text', length: atLeastOne(reader.text().length) };
    case 5: // embed
      return { kind: 'foreign', of: 'content 5', value: readJson(reader), length: 1 };
    case 6: {
      // format
      const name = reader.key();
      if (!isKnownMark(withoutHash(name))) throw new Refused('unknown mark');
      return { kind: 'mark', name, value: readJson(reader), length: 1 };
    }
    case 7:
      return { kind: 'type', name: readType(reader), length: 1 };
    case 8:
      return readValues(reader, () => readAny(reader, 0));
    default:
      // 9 is a subdocument, 10 a skip. No editor writes either.
      throw new Refused(`content ${kind}`);
  }
}

function readValues(reader: Reader, readOne: () => unknown): Content {
  const count = atLeastOne(reader.count(MAX_VALUES, 'values'));
  const values: unknown[] = [];
  for (let i = 0; i < count; i++) values.push(readOne());
  return { kind: 'values', values, length: count };
}

/** The editor binding can store a mark that may overlap itself as its name, two dashes and a hash. */
const withoutHash = (key: string): string => key.replace(/--[a-zA-Z0-9+/=]{8}$/, '');

function atLeastOne(length: number): number {
  if (length < 1) throw new Refused('empty content');
  return length;
}

/** Yjs's `typeRefs`. */
const XML_ELEMENT = 3;
const XML_HOOK = 5;
const XML_TEXT = 6;

function readType(reader: Reader): string {
  const type = reader.uint();
  if (type === XML_TEXT) return TEXT;
  const name = type === XML_ELEMENT || type === XML_HOOK ? reader.text() : null;
  if (!isKnownType(type, name)) throw new Refused(name === null ? `type ${type}` : 'unknown node');
  return name ?? '';
}

function readJson(reader: Reader): unknown {
  const text = reader.text();
  if (text === 'undefined') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    checkValue(value, 0);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused('not JSON');
    throw error;
  }
}

function checkNumber(value: number): number {
  if (Math.abs(value) <= MAX_ATTRIBUTE_NUMBER) return value;
  throw new Refused('number too large');
}

function checkValue(value: unknown, depth: number): void {
  if (depth > MAX_NESTED_JSON) throw new Refused('values too deep');
  if (typeof value === 'number') checkNumber(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (PROTOTYPE_KEYS.has(key)) throw new Refused('key not allowed');
    checkValue(inner, depth + 1);
  }
}

/** An object, or bytes: the content is checked, and not kept. */
const NESTED: object = {};

/** lib0 `any`: one tag byte, then the value. */
function readAny(reader: Reader, depth: number): unknown {
  if (depth > MAX_NESTED_JSON) throw new Refused('values too deep');
  const tag = reader.byte();
  switch (tag) {
    case 127:
      return undefined;
    case 126:
      return null;
    case 121:
      return false;
    case 120:
      return true;
    case 125:
      return checkNumber(reader.int());
    case 124:
      return checkNumber(reader.float(4));
    case 123:
      return checkNumber(reader.float(8));
    case 119: {
      // Document text is content 4; a text among values is an attribute.
      const text = reader.text();
      if (text.length > MAX_ATTRIBUTE_CHARS) throw new Refused('attribute too long');
      return text;
    }
    case 118:
      for (let i = reader.count(1000, 'keys'); i > 0; i--) {
        reader.key();
        readAny(reader, depth + 1);
      }
      return NESTED;
    case 117: {
      const values: unknown[] = [];
      for (let i = reader.count(MAX_VALUES, 'values'); i > 0; i--) values.push(readAny(reader, depth + 1));
      return values;
    }
    case 116:
      reader.skip(reader.uint());
      return NESTED;
    default:
      // 122 is a bigint, which no editor writes.
      throw new Refused(`value ${tag}`);
  }
}
