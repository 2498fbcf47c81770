import { unzipSync, zipSync, type Zippable } from 'fflate';
import { describe, expect, test } from 'vitest';
import { openZip, ZIP_LIMITS, type OpenedZip } from '../../../../../src/app/formats/zip/open-zip.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const zip = (files: Zippable): Uint8Array => zipSync(files);
const failureOf = (opened: OpenedZip) => (opened.ok ? 'opened' : { code: opened.code, part: opened.part });

/** Offsets of each place where the signature of a record stands. */
function placesOf(bytes: Uint8Array, signature: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return [...bytes.keys()].filter((at) => at + 4 <= bytes.length && view.getUint32(at, true) === signature);
}
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;

/** A copy, changed. */
function changed(bytes: Uint8Array, change: (view: DataView, central: number, local: number) => void) {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), placesOf(copy, CENTRAL)[0]!, placesOf(copy, LOCAL)[0]!);
  return copy;
}

/** Renames entries of equal length, which no writer would write. */
function renamed(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const copy = bytes.slice();
  const [old, next] = [bytesOf(from), bytesOf(to)];
  for (let at = 0; at + old.length <= copy.length; at++)
    if (old.every((byte, index) => copy[at + index] === byte)) copy.set(next, at);
  return copy;
}

const two = zip({
  'word/a.xml': bytesOf('first '.repeat(40)),
  'příloha.txt': [bytesOf('second'), { level: 0 }],
});

describe('a zip', () => {
  test('gives its files by path, deflated or stored', () => {
    const opened = openZip(two);
    if (!opened.ok) throw new Error(opened.code);
    expect([...opened.files.keys()]).toEqual(['word/a.xml', 'příloha.txt']);
    expect(textOf(opened.files.get('word/a.xml'))).toBe('first '.repeat(40));
    expect(textOf(opened.files.get('příloha.txt'))).toBe('second');
  });

  test('that is empty has no files', () => {
    expect(openZip(zip({}))).toEqual({ ok: true, files: new Map() });
  });

  test('reports progress up to the end, and leaves out files that are not wanted', () => {
    const shares: number[] = [];
    const opened = openZip(two, {
      isWanted: (path) => path.endsWith('.txt'),
      onProgress: (share) => shares.push(share),
    });
    expect(opened.ok && [...opened.files.keys()]).toEqual(['příloha.txt']);
    expect(shares).toHaveLength(2);
    expect(shares[1]).toBeGreaterThan(shares[0]!);
  });

  test('with Czech names of Windows reads them by code page 852', () => {
    const bytes = changed(zip({ 'XXXX.txt': bytesOf('x') }), (view, central, local) => {
      for (const at of [central + 46, local + 30]) {
        [0xa7, 0x65, 0xe7, 0xa0].forEach((byte, index) => view.setUint8(at + index, byte));
      }
    });
    const opened = openZip(bytes);
    expect(opened.ok && [...opened.files.keys()]).toEqual(['žešá.txt']);
  });
});

describe('a zip is refused', () => {
  test('as a bomb, by the bytes that come out of one entry', () => {
    const bomb = zip({ 'ok.txt': bytesOf('ok'), 'zeros.bin': new Uint8Array(10_000_000) });
    expect(failureOf(openZip(bomb))).toEqual({ code: 'zip_bomb', part: 'zeros.bin' });
  });

  test('as a bomb although it declares few bytes', () => {
    const liar = changed(zip({ 'zeros.bin': new Uint8Array(10_000_000) }), (view, central) =>
      view.setUint32(central + 24, 10, true),
    );
    expect(failureOf(openZip(liar))).toEqual({ code: 'zip_bomb', part: 'zeros.bin' });
  });

  test('as a bomb, by the bytes that come out of all entries', () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`${at}`, new Uint8Array(60_000)]),
    );
    expect(failureOf(openZip(zip(many)))).toMatchObject({ code: 'zip_bomb' });
  });

  test('as a bomb, where entries share their bytes', () => {
    const noise = (): Uint8Array => crypto.getRandomValues(new Uint8Array(5000));
    const bytes = zip({ a: [noise(), { level: 0 }], b: [noise(), { level: 0 }] });
    const shared = changed(bytes, (view, central) => view.setUint32(central + 20, 10_000, true));
    expect(failureOf(openZip(shared))).toEqual({ code: 'zip_bomb', part: 'b' });
    const beyond = changed(bytes, (view, central) => view.setUint32(central + 20, bytes.length, true));
    expect(failureOf(openZip(beyond))).toEqual({ code: 'truncated', part: 'a' });
  });

  test('at once when it declares 4 GB', () => {
    const began = performance.now();
    const huge = changed(two, (view, central) => view.setUint32(central + 24, 0xfffffffe, true));
    expect(failureOf(openZip(huge))).toEqual({ code: 'unpacked_too_large', part: 'word/a.xml' });
    expect(performance.now() - began).toBeLessThan(50);
  });

  test('above the limits of its file, of what comes out and of its entries', () => {
    expect(failureOf(openZip(new Uint8Array(ZIP_LIMITS.fileBytes + 1)))).toEqual({
      code: 'file_too_large',
      part: '',
    });
    expect(failureOf(openZip(two, { limits: { unpackedBytes: 240 } }))).toEqual({
      code: 'unpacked_too_large',
      part: 'příloha.txt',
    });
    const liar = changed(two, (view, central) => view.setUint32(central + 24, 1, true));
    expect(failureOf(openZip(liar, { limits: { unpackedBytes: 100 } }))).toEqual({
      code: 'unpacked_too_large',
      part: 'word/a.xml',
    });
    expect(failureOf(openZip(two, { limits: { entries: 1 } }))).toEqual({
      code: 'too_many_entries',
      part: '',
    });
  });

  test.each([
    '../b.xml',
    '/etc/b.xml',
    'C:/dd.xml',
    'c:bbb.xml',
    'a\\b.xml',
    'a/./b.xml',
    'a/../b.xml',
    'a//bb.xml',
    'a\u0000bb.xml',
  ])('for the path %j', (path) => {
    const name = 'x'.repeat(path.length);
    const bytes = renamed(zip({ [name]: bytesOf('text') }), name, path);
    expect(failureOf(openZip(bytes))).toEqual({ code: 'unsafe_path', part: path });
  });

  test('with two entries of one name', () => {
    expect(failureOf(openZip(renamed(zip({ one: bytesOf('1'), two: bytesOf('2') }), 'two', 'one')))).toEqual({
      code: 'duplicate_name',
      part: 'one',
    });
  });

  test('when it is encrypted', () => {
    const locked = changed(two, (view, central) => view.setUint16(central + 8, 1, true));
    expect(failureOf(openZip(locked))).toEqual({ code: 'encrypted', part: 'word/a.xml' });
  });

  test('when it is truncated, wherever it ends', () => {
    for (let length = 4; length < two.length; length++)
      expect(failureOf(openZip(two.subarray(0, length)))).toEqual({ code: 'truncated', part: '' });
  });

  test('when it is no zip', () => {
    expect(failureOf(openZip(bytesOf('plain text')))).toEqual({ code: 'damaged', part: '' });
    expect(failureOf(openZip(new Uint8Array(0)))).toEqual({ code: 'damaged', part: '' });
  });

  test('when other bytes come out than were put in', () => {
    const stored = two.slice();
    stored[placesOf(two, LOCAL)[1]! + 30 + bytesOf('příloha.txt').length] = 0;
    expect(failureOf(openZip(stored))).toEqual({ code: 'damaged', part: 'příloha.txt' });
  });

  test('when it is packed in another way than all programs read', () => {
    const odd = changed(two, (view, central) => view.setUint16(central + 10, 12, true));
    expect(failureOf(openZip(odd))).toEqual({ code: 'unsupported_zip', part: 'word/a.xml' });
  });
});

describe('a zip inside', () => {
  const inner = zip({ 'page.md': bytesOf('text') });
  const outer = zip({ 'Export/Part-1.zip': inner, 'deep.zip': zip({ 'inner.zip': inner }) });

  test('is a file, unless nested ones are to be opened, one level deep', () => {
    const [closed, opened] = [openZip(outer), openZip(outer, { nested: true })];
    expect(closed.ok && [...closed.files.keys()]).toEqual(['Export/Part-1.zip', 'deep.zip']);
    expect(opened.ok && [...opened.files.keys()]).toEqual(['Export/page.md', 'inner.zip']);
  });

  test('counts for the limits', () => {
    expect(failureOf(openZip(outer, { nested: true, limits: { entries: 3 } }))).toMatchObject({
      code: 'too_many_entries',
    });
    const bomb = zip({ 'a/Part-1.zip': [zip({ zeros: new Uint8Array(10_000_000) }), { level: 0 }] });
    expect(failureOf(openZip(bomb, { nested: true }))).toEqual({ code: 'zip_bomb', part: 'a/zeros' });
  });
});

test('flipped bits neither throw nor hang, and never give other bytes in silence', () => {
  const files = unzipSync(two);
  let state = 1;
  const random = (below: number): number => (state = (state * 48271) % 0x7fffffff) % below;
  for (let round = 0; round < 3000; round++) {
    const bytes = two.slice();
    for (let flips = 1 + random(4); flips > 0; flips--) bytes[random(bytes.length)]! ^= 1 << random(8);
    const opened = openZip(bytes);
    if (opened.ok)
      for (const [path, content] of opened.files) if (files[path]) expect(content).toEqual(files[path]);
  }
});
