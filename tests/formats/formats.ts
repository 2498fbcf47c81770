/** The formats that are tried. Another one is another entry. */
import { MathMLToLaTeX } from 'mathml-to-latex';
import type { Origin, WrittenFile } from '#contract/formats/leaving-text.ts';
import { readBlocks } from '../../src/app/editor/in/read-blocks.ts';
import { renderFile } from '../../src/app/editor/markdown/render-file.ts';
import { writeMarkdownFile } from '../../src/app/editor/out/write-markdown-file.ts';
import { writePage } from '../../src/app/editor/out/write-page.ts';
import { writeTextFile } from '../../src/app/editor/out/write-text-file.ts';
import { documentSchema } from '../../src/app/editor/schema/document-schema.ts';
import { writeDocx } from '../../src/app/formats/docx/write-docx.ts';
import { readFile } from '../../src/app/formats/read-file.ts';
import type { Format, TextBack } from './format.ts';
import { pathsOf, redraw } from './picture-bytes.ts';

export const schema = documentSchema();

/** As a text has one that is stored. */
const ORIGIN: Origin = { documentId: '00000000-0000-4000-8000-000000000001', seq: 1 };

/** Its text stands in its place. */
const PICTURE = /^(?:image|text|paragraph)/;

export const FORMATS: readonly Format[] = [
  {
    name: 'Markdown',
    write: writeMarkdownFile,
    read: readBack,
    explains: { picture: PICTURE },
    keepsCommentsApart: false,
  },
  {
    name: 'Web page',
    write: writePage,
    read: readBack,
    explains: { picture: PICTURE },
    keepsCommentsApart: true,
  },
  {
    name: 'Plain text',
    write: (leaving) => Promise.resolve(writeTextFile(leaving)),
    read: readBack,
    explains: {
      formatting: /^(?!image|table|inlineMath|blockMath|link)/,
      formula: /^(?:inlineMath|blockMath|text|paragraph)/,
      link: /^link/,
      picture: PICTURE,
      table: /^(?:table|text|paragraph)/,
    },
    keepsCommentsApart: true,
  },
  {
    name: 'Word',
    write: (leaving) => writeDocx({ ...leaving, origin: ORIGIN }, redraw),
    read: readBack,
    explains: {},
    keepsCommentsApart: true,
  },
];

const EMPTY = [{ type: 'paragraph' }];

/** As *Import* reads it. */
async function readBack({ name, bytes }: WrittenFile): Promise<TextBack> {
  const read = await readFile(name, bytes, {
    renderMarkdown: renderFile,
    changes: 'accept',
    onProgress: () => undefined,
  });
  // A text without letters.
  if (!read.ok && read.code === 'empty') return { title: '', nodes: EMPTY, losses: [] };
  if (!read.ok) throw new Error(`${name} cannot be read: ${read.code}`);
  const [file] = read.files;
  if (!file || read.files.length > 1) throw new Error(`${name} has ${read.files.length} texts`);
  const { text, source } = file;
  const steps = readBlocks(
    { blocks: text.blocks, source },
    { schema, pictures: pathsOf(text.pictures), writeLatex: (mathml) => MathMLToLaTeX.convert(mathml) },
  );
  for (;;) {
    const step = steps.next();
    if (!step.done) continue;
    return {
      title: text.title || file.name,
      nodes: step.value.nodes.length > 0 ? step.value.nodes : EMPTY,
      losses: [...text.losses, ...step.value.losses],
    };
  }
}
