// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { downloadFile, fileNameOf } from '../../../../src/app/ui/download-file.ts';

afterEach(() => vi.restoreAllMocks());

test('a text is downloaded under a name', async () => {
  const files: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return 'blob:words';
  };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(`${this.download} ${this.href}`);
  });
  downloadFile({ name: 'Výlet', extension: 'txt', content: 'Stan a vařič' });
  expect(names).toEqual(['Výlet.txt blob:words']);
  expect(await files[0]?.text()).toBe('Stan a vařič');
});

test.each([
  ['a/b: c?', 'a b c'],
  ['  ', 'spolu'],
  ['../../etc/passwd', 'etc passwd'],
  ['<img src=x onerror=alert(1)>', 'img src=x onerror=alert(1)'],
  ['invoice \u202Efdp.exe', 'invoice fdp.exe'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('the title %j becomes the name %j', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});
