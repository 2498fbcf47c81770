/** Files that other programs write are read as the text that was given to them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDocx, type DocxRead } from '../../../../../src/app/formats/docx/read-docx.ts';
import { PNG } from '../../../../formats/by-description/make-docx.ts';

const LIMIT_MS = 120_000;
const [OPEN, CLOSE] = ['\uFDD2', '\uFDD3'];
let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'spolu-writers-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const MARKDOWN = `# Smlouva o dílo

Odstavec s **tučným**, *kurzívou*, ~~škrtnutým~~, \`kódem\` a [odkazem](https://example.org/a?b=1&c=2).

1. jedna
2. dvě
   - vnořená
   - druhá
3. tři

Mezi.

4. čtyři

- [ ] zbývá
- [x] hotovo

> „Citát“ – s uvozovkami

\`\`\`js
if (a) {
  b();
}
\`\`\`

| A | B |
|---|---|
| 1 | 2 |

Text s poznámkou.[^1] H~2~O a x^2^.

---

$$\\frac{a}{b}$$

![Popis](a.png)

Cena je [sto]{.deletion author="Jana" date="2024-01-01T00:00:00Z"}[dvě stě]{.insertion author="Jana" date="2024-01-01T00:00:00Z"} [Proč?]{.comment-start id="1" author="Petr" date="2024-01-01T00:00:00Z"}korun[]{.comment-end id="1"}.

[^1]: Poznámka pod čarou.
`;

const OF_MARKDOWN = [
  '<h1>Smlouva o dílo</h1>',
  '<p>Odstavec s <strong>tučným</strong>, <em>kurzívou</em>, <s>škrtnutým</s>, <code>kódem</code> a <a href="https://example.org/a?b=1&amp;c=2">odkazem</a>.</p>',
  '<ol><li>jedna</li><li>dvě<ul><li>vnořená</li><li>druhá</li></ul></li><li>tři</li></ol>',
  '<p>Mezi.</p>',
  '<ol start="4"><li>čtyři</li></ol>',
  '<ul><li><input type="checkbox">zbývá</li><li><input type="checkbox" checked>hotovo</li></ul>',
  '<blockquote><p>„Citát“ – s uvozovkami</p></blockquote>',
  '<pre>if (a) {\n  b();\n}</pre>',
  '<table border="1"><thead><tr><th><p>A</p></th><th><p>B</p></th></tr></thead><tbody><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
  '<p>Text s poznámkou.<sup>[1]</sup> H<sub>2</sub>O a x<sup>2</sup>.</p>',
  '<hr>',
];

const HTML = `<html><head><meta charset="utf-8"></head><body><h1>Smlouva o dílo</h1><p>Odstavec s <b>tučným</b>, <i>kurzívou</i>, <s>škrtnutým</s>, <u>podtrženým</u> a <a href="https://example.org/a?b=1&amp;c=2">odkazem</a>.</p><ol><li>jedna</li><li>dvě<ul><li>vnořená</li><li>druhá</li></ul></li><li>tři</li></ol><p>Mezi.</p><ol start="4"><li>čtyři</li></ol><blockquote>„Citát“</blockquote><pre>if (a) {
  b();
}</pre><table border="1"><tr><td>A</td><td>B</td></tr><tr><td colspan="2">1</td></tr></table><p>H<sub>2</sub>O a x<sup>2</sup></p><p align="center">střed</p><hr><p>konec</p></body></html>`;

const OF_HTML = [
  '<h1>Smlouva o dílo</h1>',
  // A link is underlined by nature, which the rules of paste know.
  '<p>Odstavec s <strong>tučným</strong>, <em>kurzívou</em>, <s>škrtnutým</s>, <u>podtrženým</u> a <a href="https://example.org/a?b=1&amp;c=2"><u>odkazem</u></a>.</p>',
  '<ol><li>jedna</li><li>dvě<ul><li>vnořená</li><li>druhá</li></ul></li><li>tři</li></ol>',
  '<p>Mezi.</p>',
  '<ol start="4"><li>čtyři</li></ol>',
  '<blockquote><p>„Citát“</p></blockquote>',
  '<pre>if (a) {\n  b();\n}</pre>',
  '<table border="1"><tr><td><p>A</p></td><td><p>B</p></td></tr><tr><td colspan="2"><p>1</p></td></tr></table>',
  '<p>H<sub>2</sub>O a x<sup>2</sup></p>',
  '<p style="text-align:center">střed</p>',
  '<hr>',
  '<p>konec</p>',
];

async function read(name: string, changes: 'accept' | 'refuse' = 'accept'): Promise<DocxRead> {
  const file = await readDocx(new Uint8Array(readFileSync(join(folder, name))), { changes });
  if (!file.ok) throw new Error(`${file.code} ${file.part}`);
  return file;
}

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

function whereInstalled(program: string, title: string, run: () => Promise<void>): void {
  if (isInstalled(program)) test(title, run, LIMIT_MS);
  else console.log(`Skipped, because ${program} is not installed: ${title}`);
}

// Complete runs alone need these programs.
if (process.env['SPOLU_TEST_ALL'] !== undefined) {
  whereInstalled('pandoc', 'pandoc writes Markdown, comments and changes', async () => {
    writeFileSync(join(folder, 'a.png'), PNG);
    writeFileSync(join(folder, 'in.md'), MARKDOWN);
    execFileSync('pandoc', ['-f', 'markdown', 'in.md', '-o', 'pandoc.docx'], { cwd: folder });
    const { text, changes } = await read('pandoc.docx');
    expect(text.blocks.slice(0, OF_MARKDOWN.length)).toEqual(OF_MARKDOWN);
    const rest = text.blocks.slice(OF_MARKDOWN.length).join('\n');
    expect(rest).toMatch(/<m:oMathPara>.*<m:num>.*a.*<m:den>.*b/);
    expect(rest).toContain('<img src="picture:picture1.png" alt="Popis"');
    expect(rest).toContain(`Cena je dvě stě ${OPEN}t1${CLOSE}korun${OPEN}/t1${CLOSE}.`);
    expect(rest).toContain('<ol><li>Poznámka pod čarou.</li></ol>');
    expect(changes).toMatchObject({ inserted: 1, deleted: 1 });
    expect(text.threads).toMatchObject([{ comments: [{ author: 'Petr' }] }]);
    const refused = await read('pandoc.docx', 'refuse');
    expect(refused.text.blocks.join('')).toContain('Cena je sto ');
  });

  whereInstalled('soffice', 'LibreOffice writes HTML', async () => {
    writeFileSync(join(folder, 'in.html'), HTML);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    execFileSync(
      'soffice',
      [
        '--headless',
        profile,
        '--convert-to',
        'docx:MS Word 2007 XML',
        '--infilter=HTML (StarWriter)',
        'in.html',
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    expect((await read('in.docx')).text.blocks).toEqual(OF_HTML);
  });
}

test('a program that is missing is noticed', () => {
  expect(isInstalled('spolu-no-such-program')).toBe(false);
});
