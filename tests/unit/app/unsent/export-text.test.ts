// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { exportText, fileNameOf } from '../../../../src/app/unsent/export-text.ts';

afterEach(() => vi.restoreAllMocks());

test('the file contains the title and the text, and is named after the title', async () => {
  const files: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return 'blob:words';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(`${this.download} ${this.href}`);
  });
  exportText('Výlet', 'Stan a vařič');
  expect(names).toEqual(['Výlet.txt blob:words']);
  expect(await files[0]?.text()).toBe('Výlet\n\nStan a vařič\n');
});

test.each([
  ['a/b: c?', 'a b c.txt'],
  ['  ', 'spolu.txt'],
  ['../../etc/passwd', 'etc passwd.txt'],
  ['<img src=x onerror=alert(1)>', 'img src=x onerror=alert(1).txt'],
  ['invoice \u202Efdp.exe', 'invoice fdp.exe.txt'],
  ['x'.repeat(200), `${'x'.repeat(80)}.txt`],
])('the title %j becomes the name %j', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});
