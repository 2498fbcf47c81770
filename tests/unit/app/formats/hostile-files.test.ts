// @vitest-environment jsdom
/** Of any file, each reader makes a text that the schema and the server accept, with links of our schemes. */
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { commentBody } from '#contract/comments/comment-body.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, ARCHIVED, MANIFEST } from '#contract/formats/archive.ts';
import { sha256 } from '#contract/proof/canonical-text.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { readArriving } from '../../../../src/app/editor/in/read-arriving.ts';
import { renderFile } from '../../../../src/app/editor/markdown/render-file.ts';
import { documentSchema } from '../../../../src/app/editor/schema/document-schema.ts';
import { isImagePath } from '../../../../src/app/editor/schema/image-path.ts';
import { placeThreads } from '../../../../src/app/formats/place-threads.ts';
import { readFile } from '../../../../src/app/formats/read-file.ts';
import { makeDocx } from '../../../formats/by-description/make-docx.ts';
import {
  dice,
  hostileAddress,
  hostileHtml,
  hostileValue,
  many,
  pick,
  type Roll,
} from '../../../support/hostile-html.ts';

const schema = documentSchema();
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const SCHEMES = /^(?:https?|ftps?|mailto|tel|callto|sms|cid|xmpp):/i;
/** As browsers drop them. */
const BLANKS = /[\p{Cc}\p{Cf}\p{Z}]/gu;

function markdown(roll: Roll): string {
  const address = (): string => hostileAddress(roll);
  const lines = [
    () => `[x](${address()} "t")`,
    () => `[x](<${address()}>)`,
    () => `<${address()}>`,
    () => `[x][r]\n\n[r]: ${address()}`,
    () => `![x](${address()})`,
    () => `[[${address()}]] ![[${address()}]]`,
    () => `$\\href{${address()}}{x}$ [^1]\n\n[^1]: ${address()}`,
    () => `${'  '.repeat(roll(30))}- [ ] a\n\n| a | b |\n|---|---|\n| - x | ${address()} |`,
    () => `${'> '.repeat(roll(40))}1. # x`,
    () => `\`\`\`${hostileValue(roll)}\n</script>\n\`\`\``,
    () => hostileHtml(roll),
    () => `www.a.cz ${address()} a@b.cz`,
  ];
  return `---\ntitle: "${address()}"\n---\n${many(roll, 8, () => `${pick(roll, lines)()}\n\n`)}x`;
}

const page = (roll: Roll): string => `<html><title>${hostileValue(roll)}</title>${hostileHtml(roll)}<p>x`;

/** As we write it, with anything inside. */
function ownPage(roll: Roll): string {
  const comment = `<section data-type="comments"><aside id="comment-1"><p><a href="#place-1">1</a> </p><div><p><strong>Jana</strong></p><p dir="auto"><a href="${hostileAddress(roll)}">x</a></p></div></aside></section>`;
  const text = many(roll, 4, () => `${hostileHtml(roll)}\n`);
  const covered = `<p dir="auto"><span data-comments="1">a</span><a data-comment="1"></a></p>`;
  return `<html><head><meta name="generator" content="Spolu"></head><body><main>\n${text}${covered}\n</main>\n${comment}`;
}

const WORD =
  'w:p w:p w:r w:t w:tbl w:tr w:tc w:tcPr w:sdt w:sdtContent w:hyperlink w:ins w:del w:txbxContent m:oMath m:oMathPara w:numPr w:unknown mc:AlternateContent'.split(
    ' ',
  );
const SETTINGS = 'w:pStyle w:gridSpan w:vMerge w:ilvl w:numId w:jc w:outlineLvl w:ind w:highlight w:br'.split(
  ' ',
);

/** In XML, an unknown entity would end the file. */
const inXml = (text: string): string =>
  text.replaceAll(/&(?:colon;|(?!#\d+;|#x[\da-f]+;))/gi, '&amp;').replaceAll('\u0001', '&#9;');

function word(roll: Roll, depth = 0): string {
  const name = pick(roll, WORD);
  const value = (): string => inXml(hostileValue(roll));
  const setting = `<${pick(roll, SETTINGS)} w:val="${value()}"/>`;
  const format =
    name === 'w:p' || name === 'w:r' || name === 'w:tc' ? `<${name}Pr>${setting}</${name}Pr>` : '';
  const link = name === 'w:hyperlink' ? ` r:id="l${roll(4)}" w:tooltip="${value()}"` : '';
  const field = `<w:r><w:instrText>HYPERLINK "${value()}"</w:instrText></w:r><w:fldSimple w:instr='HYPERLINK "${value()}"'><w:r><w:t>x</w:t></w:r></w:fldSimple>`;
  const inside = depth > 5 ? '<w:r><w:t>x</w:t></w:r>' : many(roll, 4, () => word(roll, depth + 1));
  return `<${name}${link}>${format}${inside}${roll(4) ? '' : field}</${name}>`;
}

const docx = (roll: Roll, custom?: string): Uint8Array =>
  makeDocx({
    body: `${Array.from({ length: 4 }, () => word(roll)).join('')}<w:p><w:hyperlink r:id="l1"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`,
    links: Object.fromEntries(
      Array.from({ length: 4 }, (_, at) => [`l${at}`, inXml(hostileAddress(roll)).replaceAll('&amp;', '&')]),
    ),
    ...(custom === undefined ? {} : { custom }),
  });

const ORIGIN =
  '<property name="SpoluDocument"><vt:lpwstr>0b0e2f5e-6f0a-4d27-8d1d-6a3f3f3f0001</vt:lpwstr></property><property name="SpoluSeq"><vt:i4>5</vt:i4></property>';

const notion = (roll: Roll): Uint8Array =>
  zipSync({
    'A 0123456789abcdef0123456789abcdef.md': encode(
      `[x](B%200123456789abcdef0123456789abcdef.md) ${markdown(roll)}`,
    ),
    'A/B 0123456789abcdef0123456789abcdef.md': encode(markdown(roll)),
    'A/C 0123456789abcdef0123456789abcdef.csv': encode(csv(roll)),
    'A/D.html': encode(page(roll)),
    'A/E.docx': docx(roll),
  });

const csv = (roll: Roll): string =>
  Array.from(
    { length: 3 },
    () => `"${hostileHtml(roll).replaceAll('"', '""')}",${hostileAddress(roll)}`,
  ).join('\n');

/** As the server has it, where number and order are free. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  doc: ['paragraph', 'table', 'bulletList', 'image', 'details', 'blockMath', 'taskList'],
  listItem: ['table', 'paragraph', 'bulletList'],
  taskItem: ['details', 'image'],
  bulletList: ['listItem'],
  taskList: ['taskItem'],
  table: ['tableRow'],
  tableRow: ['tableCell', 'tableHeader'],
  tableCell: ['paragraph', 'table'],
  tableHeader: ['image'],
  details: ['detailsContent', 'detailsSummary'],
  detailsContent: ['paragraph', 'details'],
  detailsSummary: ['inlineMath', 'text'],
  paragraph: ['text', 'text', 'mention', 'inlineMath', 'hardBreak'],
};

function attributesOf(type: string, roll: Roll): Readonly<Record<string, unknown>> {
  if (type === 'image') return { src: hostileAddress(roll), alt: hostileAddress(roll) };
  if (type.endsWith('Math')) return { latex: hostileAddress(roll) };
  if (type === 'mention') return { id: hostileAddress(roll), label: hostileAddress(roll) };
  return type.startsWith('tableC') ? { colspan: 1 + roll(90), rowspan: 1 + roll(90) } : {};
}

/** Nodes that no editor makes, written into a state as they are. */
function hostileNode(type: string, roll: Roll, depth = 0): DocumentNode {
  const marks = [
    { type: 'link', attrs: { href: hostileAddress(roll) } },
    { type: 'code', attrs: {} },
  ].slice(roll(2));
  if (type === 'text') return { type, text: 'x', marks };
  const children = depth > 5 ? [] : (CHILDREN[type] ?? []);
  const content = Array.from({ length: children.length === 0 ? 0 : roll(4) }, () =>
    hostileNode(pick(roll, children), roll, depth + 1),
  );
  return { type, attrs: attributesOf(type, roll), content };
}

async function archive(roll: Roll): Promise<Uint8Array> {
  const doc = new Y.Doc();
  const nodes = Array.from({ length: 4 }, () => hostileNode(pick(roll, CHILDREN['doc']!), roll));
  nodes.push({ type: 'paragraph', content: [hostileNode('text', roll)] });
  const written = writeDocument(nodes).toArray();
  doc.getXmlFragment(TEXT_ROOT).insert(0, written.map((one) => one.clone()) as Y.XmlElement[]);
  const state = Y.encodeStateAsUpdate(doc);
  const path = `A/${ARCHIVED.state}`;
  const manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    madeAt: '2026-11-29T10:00:00Z',
    language: 'cs',
    part: { number: 1, of: 1 },
    documents: [
      {
        id: '0b0e2f5e-6f0a-4d27-8d1d-6a3f3f3f0001',
        title: 'x',
        folder: 'A/',
        role: 'owner',
        owner: 'Jana',
        updatedAt: '2026-11-29T10:00:00Z',
        seq: 1,
        missing: [],
      },
    ],
    files: [{ path, bytes: state.length, sha256: await sha256(state) }],
  };
  return zipSync({ [path]: state, [MANIFEST]: encode(JSON.stringify(manifest)) });
}

type Make = (roll: Roll) => Uint8Array | Promise<Uint8Array>;

const FILES: Readonly<Record<string, readonly [name: string, make: Make]>> = {
  Markdown: ['a.md', (roll) => encode(markdown(roll))],
  HTML: ['a.html', (roll) => encode(page(roll))],
  'an own web page': ['a.html', (roll) => encode(ownPage(roll))],
  text: ['a.txt', (roll) => encode(`x ${hostileAddress(roll)}\n\n${hostileHtml(roll)}`)],
  CSV: ['a.csv', (roll) => encode(csv(roll))],
  Word: ['a.docx', (roll) => docx(roll)],
  'an own Word file': ['a.docx', (roll) => docx(roll, ORIGIN)],
  'a zip of Notion': ['a.zip', notion],
  'an own zip': ['a.zip', archive],
};

const each = (node: DocumentNode): readonly DocumentNode[] => [node, ...childrenOf(node).flatMap(each)];

function checkAddresses(nodes: readonly DocumentNode[], where: string): void {
  for (const { type, attrs, marks = [] } of nodes.flatMap(each)) {
    for (const mark of marks)
      if (mark.type === 'link') {
        const { href } = mark.attrs as { readonly href: string };
        expect(href.replaceAll(BLANKS, ''), where).toMatch(SCHEMES);
        expect(href.length, where).toBeLessThanOrEqual(4096);
      }
    const src: unknown = attrs?.['src'];
    if (type === 'image' && src !== null && src !== undefined) expect(isImagePath(src), where).toBe(true);
  }
}

function checkText(nodes: readonly DocumentNode[], where: string): void {
  if (nodes.length === 0) return;
  schema.nodeFromJSON({ type: 'doc', content: nodes }).check();
  checkAddresses(nodes, where);
  const doc = new Y.Doc();
  const written = writeDocument(nodes).toArray();
  doc.getXmlFragment(TEXT_ROOT).insert(0, written.map((one) => one.clone()) as Y.XmlElement[]);
  expect(createUpdateGate().judge(Y.encodeStateAsUpdate(doc), 'snapshot'), where).toMatchObject({
    kind: 'good',
  });
}

const SEEDS = 2;

test.each(Object.entries(FILES))(
  '%s brings in nothing that the schema or the server refuses',
  async (kind, [name, make]) => {
    let count = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const where = `${kind}, seed ${seed}`;
      const read = await readFile(name, await make(dice(seed)), {
        renderMarkdown: renderFile,
        changes: 'accept',
        onProgress: () => undefined,
      });
      if (!read.ok) continue;
      for (const { text, source, name: title } of read.files) {
        const arrived = await readArriving(
          text,
          { source, name: title, onProgress: () => undefined },
          new AbortController().signal,
        );
        checkText(arrived.nodes, where);
        count += arrived.nodes.length;
        const { threads } = placeThreads(text.threads, arrived.threads, new Date(0));
        for (const { body } of threads.flatMap(({ comments }) => comments)) {
          expect(commentBody.safeParse(body).success, where).toBe(true);
          checkAddresses(body.content, where);
        }
      }
    }
    // Files that are refused whole would prove nothing.
    expect(count).toBeGreaterThanOrEqual(SEEDS);
  },
);
