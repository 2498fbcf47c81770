import { expect, test } from 'vitest';
import { nameFile, renameFile } from '../../../../../src/app/editor/out/name-file.ts';

test.each([
  ['Smlouva o dílo', 'Smlouva o dílo.md'],
  ['Zpráva 1/2: "plán"', 'Zpráva 1 2 plán.md'],
  ['Co dál?..', 'Co dál.md'],
  ['con', 'con_.md'],
  ['契約書', '契約書.md'],
  ['../../etc/passwd', 'etc passwd.md'],
])('%s is saved as %s', (title, name) => {
  expect(nameFile(title, 'md')).toBe(name);
});

test('a renamed file keeps its extension', () => {
  expect(renameFile('Co dál.md', (name) => `${name} – 12:30`)).toBe('Co dál – 12 30.md');
});
