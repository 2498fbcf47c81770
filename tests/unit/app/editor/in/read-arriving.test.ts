// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { readArriving } from '../../../../../src/app/editor/in/read-arriving.ts';
import { renderFile } from '../../../../../src/app/editor/markdown/render-file.ts';
import { writeMarkdownFile } from '../../../../../src/app/editor/out/write-markdown-file.ts';
import { writePage } from '../../../../../src/app/editor/out/write-page.ts';
import { writeTextFile } from '../../../../../src/app/editor/out/write-text-file.ts';
import { writeDocx } from '../../../../../src/app/formats/docx/write-docx.ts';
import { readFile } from '../../../../../src/app/formats/read-file.ts';
import { leavingText, p } from '../../formats/docx/sample.ts';

const ORIGIN = { documentId: '00000000-0000-4000-8000-000000000001', seq: 1 };
const LEAVING = leavingText([p('jedna dvě tři')], { title: 'Smlouva o dílo', origin: ORIGIN });

test.each([
  ['Markdown', () => writeMarkdownFile(LEAVING)],
  ['a web page', () => writePage(LEAVING)],
  ['plain text', () => Promise.resolve(writeTextFile(LEAVING))],
  ['Word', () => writeDocx(LEAVING)],
  ['Word, saved by another program', () => writeDocx({ ...LEAVING, origin: null })],
])('words of the title are not counted with the text: %s', async (_name, write) => {
  const { name, bytes } = await write();
  const file = await readFile(name, bytes, {
    renderMarkdown: renderFile,
    changes: 'accept',
    onProgress: () => undefined,
  });
  if (!file.ok) throw new Error(file.code);
  const [{ text, source, name: fileName }] = file.files as [(typeof file.files)[number]];
  const arriving = { source, name: fileName, onProgress: () => undefined };
  const { title, words } = await readArriving(text, arriving, new AbortController().signal);
  expect({ title, words }).toEqual({ title: 'Smlouva o dílo', words: 3 });
});
