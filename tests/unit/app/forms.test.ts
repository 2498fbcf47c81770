/** Every form validates its input with a schema. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const APP = resolve(import.meta.dirname, '../../../src/app');
/** Search and replacement accept any text; a download has choices only. */
const TAKES_ANYTHING = ['editor/find/find-bar.tsx', 'formats/download-dialog.tsx'];

const read = (file: string): string => readFileSync(join(APP, file), 'utf8');

test('every form has a schema', () => {
  const withForms = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    // Only developers see `dev`.
    .filter((file) => !file.startsWith('dev/'))
    .filter((file) => file.endsWith('.tsx') && /<form\b|useForm\(/.test(read(file)));
  expect(withForms.length).toBeGreaterThan(12);
  const unchecked = withForms.filter(
    (file) => !/resolver: zodResolver\(|\wSchema\.(?:safeP|p)arse\(/.test(read(file)),
  );
  expect(unchecked.toSorted()).toEqual(TAKES_ANYTHING);
});
