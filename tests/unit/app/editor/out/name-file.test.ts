import { expect, test } from 'vitest';
import { nameFile } from '../../../../../src/app/editor/out/name-file.ts';

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
