/** Each reason why a file is refused has a file that shows it, and a sentence of its own. */
import { expect, test } from 'vitest';
import { FILE_FAILURES, type ReadFile } from '../../../../src/app/formats/arriving-file.ts';
import { readFile } from '../../../../src/app/formats/read-file.ts';
import { imports as czech } from '../../../../src/app/i18n/cs/imports.ts';
import { imports as english } from '../../../../src/app/i18n/en-us/imports.ts';
import { makeBadFiles, makeTooLong, TOO_LARGE_BYTES } from '../../../formats/bad-files.ts';

const read = (name: string, bytes: Uint8Array): Promise<ReadFile> =>
  readFile(name, bytes, { renderMarkdown: () => [], changes: 'accept', onProgress: () => undefined });

const small = makeBadFiles();

test.each(small)('$name is refused: $code', async ({ name, bytes, code, part }) => {
  expect(await read(name, bytes)).toEqual({ ok: false, code, part });
});

test('a file above a limit is refused, whatever is in it', async () => {
  const large = await read('large.docx', new Uint8Array(TOO_LARGE_BYTES));
  expect(large).toEqual({ ok: false, code: 'file_too_large', part: '' });
  const long = await read('long.docx', makeTooLong());
  expect(long).toEqual({ ok: false, code: 'too_long', part: 'word/document.xml' });
});

/** Of the download of an account, in `archive/read-everything.test.ts`; of the worker, in `read-in-worker.test.ts`. */
const ELSEWHERE = ['changed', 'damaged_document', 'too_slow', 'unreadable'];

test('no reason lacks a file', () => {
  const shown = [...small.map(({ code }) => code), 'file_too_large', 'too_long', ...ELSEWHERE];
  expect([...new Set(shown)].toSorted()).toEqual(FILE_FAILURES.toSorted());
});

test.each([
  ['English', english.failure],
  ['Czech', czech.failure],
])('in %s each reason has a sentence of its own, and one that says what to do', (_language, sentences) => {
  expect(Object.keys(sentences).toSorted()).toEqual(FILE_FAILURES.toSorted());
  const all = Object.values(sentences);
  expect(new Set(all).size).toBe(all.length);
  for (const sentence of all) expect(sentence).toMatch(/\. \p{Lu}.+\.$/u);
});
