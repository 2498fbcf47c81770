/**
 * `npm run test:readers`: arbitrary texts with comments as files of Word, read by LibreOffice and pandoc: the same words in the
 * same order, and the same comments. `-- --documents N --from S`. A program that is missing is skipped, and named.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import type { LeavingText, LeavingThread } from '#contract/formats/leaving-text.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { leafText } from '#contract/text/leaf-text.ts';
import { documentSchema } from '../../src/app/editor/schema/document-schema.ts';
import { writeDocx } from '../../src/app/formats/docx/write-docx.ts';
import { LABELS } from '../../src/app/formats/docx/write-labels.ts';
import { anyDocument } from '../support/any-document.ts';

const { values } = parseArgs({ options: { documents: { type: 'string' }, from: { type: 'string' } } });
const [documents, first] = [Number(values.documents ?? 50), Number(values.from ?? 1)];
const folder = mkdtempSync(join(tmpdir(), 'spolu-readers-'));
const ANY = anyDocument(documentSchema());
const COMMENTS = ['Poznámka Žofie', 'Odpověď'];

interface Sample {
  readonly seed: number;
  readonly leaving: LeavingText;
}

/** Formulas become equations, and pictures are not there. */
function withoutDrawings(node: DocumentNode): DocumentNode {
  const attrs = node.type.endsWith('Math')
    ? { latex: '' }
    : node.type === 'image'
      ? { alt: null }
      : node.attrs;
  return {
    ...node,
    ...(attrs ? { attrs } : {}),
    ...(node.content ? { content: node.content.map(withoutDrawings) } : {}),
  };
}

function makeSample(seed: number): Sample {
  const [any] = fc.sample(ANY, { numRuns: 1, seed });
  const size = any!.content.size;
  const thread: LeavingThread = {
    ranges: [{ from: seed % size, to: size }],
    quote: '',
    isResolved: seed % 2 === 0,
    comments: COMMENTS.map((text) => ({
      author: 'Žofie',
      at: new Date('2026-11-29T10:00:00Z'),
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
    })),
  };
  const doc = withoutDrawings(any!.toJSON() as DocumentNode);
  const loadPicture = (): Promise<null> => Promise.resolve(null);
  return { seed, leaving: { title: '', language: 'cs', doc, threads: [thread], loadPicture, origin: null } };
}

const letters = (text: string): string => text.normalize('NFC').replaceAll(/[^\p{L}\p{N}]/gu, '');

function wordsIn(node: DocumentNode): string {
  if (node.type === 'image') return LABELS.cs.picture;
  return node.text ?? leafText(node.type, node.attrs ?? {}) ?? childrenOf(node).map(wordsIn).join('');
}

const fileOf = ({ seed }: Sample): string => join(folder, `${seed}.docx`);

/** Null: not installed. */
type Reader = (samples: readonly Sample[]) => readonly string[] | null;

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

interface PandocNode {
  readonly t?: string;
  readonly c?: unknown;
}

/** Text of pandoc's tree, without its comments, which come as spans. */
function pandocText(part: unknown, comments: string[]): string {
  if (Array.isArray(part)) return part.map((one) => pandocText(one, comments)).join('');
  if (typeof part !== 'object' || part === null) return '';
  const { t, c } = part as PandocNode;
  if (t === 'Str') return String(c);
  if (t === 'Code' || t === 'CodeBlock') return String((c as readonly unknown[])[1]);
  if (t === 'Span' && JSON.stringify((c as readonly unknown[])[0]).includes('"comment-start"')) {
    comments.push(pandocText((c as readonly unknown[])[1], []));
    return '';
  }
  return t === undefined
    ? Object.values(part)
        .map((one) => pandocText(one, comments))
        .join('')
    : pandocText(c, comments);
}

/** Code of pandoc has none. */
const areComments = (found: readonly string[], { leaving }: Sample): boolean =>
  letters(found.join('')) === letters(COMMENTS.join('')) ||
  (found.length === 0 && JSON.stringify(leaving.doc).includes('"codeBlock"'));

const readByPandoc: Reader = (samples) => {
  if (!isInstalled('pandoc')) return null;
  return samples.flatMap((sample) => {
    const json = execFileSync('pandoc', ['-f', 'docx', '-t', 'json', '--track-changes=all', fileOf(sample)], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const comments: string[] = [];
    const text = pandocText((JSON.parse(json) as { blocks: unknown }).blocks, comments);
    const wanted = letters(wordsIn(sample.leaving.doc));
    const found = letters(text.replaceAll(/[☐☒]/gu, ''));
    return [
      // Comments on deleted text stand at the end.
      ...(found.startsWith(wanted) ? [] : [differ(sample, wanted, found)]),
      ...(areComments(comments, sample) ? [] : [`${sample.seed}: comments ${comments.join('|')}`]),
    ];
  });
};

const readByLibreOffice: Reader = (samples) => {
  if (!isInstalled('soffice')) return null;
  const out = join(folder, 'out');
  mkdirSync(out);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  execFileSync(
    'soffice',
    [
      profile,
      '--headless',
      '--convert-to',
      'txt:Text (encoded):UTF8',
      '--outdir',
      out,
      ...samples.map(fileOf),
    ],
    { stdio: 'ignore' },
  );
  return samples.flatMap((sample) => {
    const found = letters(withoutNumbers(readFileSync(join(out, `${sample.seed}.txt`), 'utf8')));
    const wanted = letters(withoutNumbers(wordsIn(sample.leaving.doc)));
    return found.startsWith(wanted) ? [] : [differ(sample, wanted, found)];
  });
};

/** Numbers of lists are text there. */
const withoutNumbers = (text: string): string =>
  text.replaceAll(/^\s*(?:\d+|[a-z]+)\.\s/gmu, '').replaceAll(/\p{N}/gu, '');

function differ({ seed }: Sample, wanted: string, found: string): string {
  let at = 0;
  while (at < wanted.length && wanted[at] === found[at]) at += 1;
  return `${seed}: “${wanted.slice(at, at + 30)}” reads “${found.slice(at, at + 30)}”`;
}

const samples = Array.from({ length: documents }, (_, index) => makeSample(first + index));
for (const sample of samples) writeFileSync(fileOf(sample), (await writeDocx(sample.leaving)).bytes);
let [failed, skipped] = [0, 0];
for (const [name, read] of [
  ['pandoc', readByPandoc],
  ['LibreOffice', readByLibreOffice],
] as const) {
  const failures = read(samples);
  if (failures === null) skipped += 1;
  failed += failures?.length ?? 0;
  console.log(
    failures === null
      ? `${name}: skipped, not installed`
      : [`${name}: ${documents} files`, ...failures].join('\n  '),
  );
}
rmSync(folder, { recursive: true });
console.log(`${documents} files of Word, ${skipped} readers skipped, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
