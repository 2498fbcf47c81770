// @vitest-environment jsdom
import { DOMParser, DOMSerializer, Node, type NodeType } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { isAttribute, isMark, mayContain } from '#contract/document-grammar.ts';
import { MARK_NAMES, NODE_NAMES } from '#contract/document-schema.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';

const schema = documentSchema();

function parse(html: string): Node {
  const body = document.createElement('div');
  body.innerHTML = html;
  return DOMParser.fromSchema(schema).parse(body);
}

function render(json: unknown): HTMLElement {
  const body = document.createElement('div');
  const doc = Node.fromJSON(schema, { type: 'doc', content: [json] });
  body.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content));
  return body;
}

test('nodes and marks match the contract', () => {
  const nodes = Object.keys(schema.nodes).filter((name) => name !== 'doc' && name !== 'text');
  expect(nodes.sort()).toEqual([...NODE_NAMES].sort());
  expect(Object.keys(schema.marks).sort()).toEqual([...MARK_NAMES].sort());
});

test('the grammar of the contract has the children and attributes of the schema', () => {
  for (const type of Object.values(schema.nodes)) {
    if (type.isText) continue;
    for (const child of Object.values(schema.nodes))
      expect(mayContain(type.name, child.name), `${child.name} in ${type.name}`).toBe(holds(type, child));
    for (const [name, { default: value }] of Object.entries(type.spec.attrs ?? {}))
      expect(isAttribute(type.name, name, value), `${name} of ${type.name}`).toBe(true);
  }
  for (const mark of Object.values(schema.marks)) expect(isMark(mark.create().attrs)).toBe(true);
});

/** Whether the child stands anywhere among the children. */
function holds(parent: NodeType, child: NodeType): boolean {
  const seen = new Set([parent.contentMatch]);
  for (const match of seen)
    for (let edge = 0; edge < match.edgeCount; edge += 1) {
      const { type, next } = match.edge(edge);
      if (type === child) return true;
      seen.add(next);
    }
  return false;
}

test("no mark overlaps itself: the build omits the binding's code for that", () => {
  for (const mark of Object.values(schema.marks)) expect(mark.excludes(mark)).toBe(true);
});

test.each([1, 2, 3, 4, 5, 6])('heading %i keeps its level', (level) => {
  expect(parse(`<h${level}>x</h${level}>`).firstChild?.attrs['level']).toBe(level);
});

test.each(['center', 'right', 'justify'])('alignment %s is kept', (textAlign) => {
  const json = { type: 'paragraph', attrs: { textAlign }, content: [{ type: 'text', text: 'x' }] };
  const html = render(json).innerHTML;
  expect(html).toContain(`text-align: ${textAlign}`);
  expect(parse(html).firstChild?.attrs['textAlign']).toBe(textAlign);
});

test.each([
  ['1', 'decimal'],
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
])('a list numbered by %s shows it', (type, style) => {
  const item = { type: 'listItem', content: [{ type: 'paragraph' }] };
  const html = render({ type: 'orderedList', attrs: { type }, content: [item] }).innerHTML;
  expect(html).toContain(`list-style-type: ${style}`);
  expect(parse(html).firstChild?.attrs['type']).toBe(type);
});

test('a peer cannot set other styles', () => {
  const hostile = 'left; position: fixed; inset: 0; background: url(https://evil.example/)';
  expect(render({ type: 'paragraph', attrs: { textAlign: hostile } }).querySelector('[style]')).toBeNull();
  const list = (type: unknown) => ({
    type: 'orderedList',
    attrs: { type },
    content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
  });
  for (const type of [hostile, 'constructor', ['a']])
    expect(render(list(type)).querySelector('[style]')).toBeNull();
});

test('a peer cannot set our classes on a code block', () => {
  const block = (language: unknown) =>
    render({ type: 'codeBlock', attrs: { language } }).querySelector('code');
  expect(block('typescript')?.className).toBe('language-typescript');
  expect(block('x fixed inset-0')?.className).toBe('');
  expect(block({ toString: () => 'x' })?.className).toBe('');
});

test.each([
  ['https://a.cz', true],
  ['mailto:jana@example.com', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['/relative', false],
])('link to %s: kept %s, when parsed and when rendered', (href, kept) => {
  expect(parse(`<p><a href="${href}">x</a></p>`).firstChild?.firstChild?.marks).toHaveLength(Number(kept));
  const marks = [{ type: 'link', attrs: { href } }];
  const drawn = render({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] });
  expect(drawn.querySelector('a')?.getAttribute('href')).toBe(kept ? href : null);
});

const IMAGE = '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10/a1b2c3d4-0000-4000-8000-0123456789ab.png';

test.each([
  [IMAGE, true],
  [`https://spolu.example/storage/v1/object/sign/document-images/${IMAGE}?token=x`, false],
  [`../${IMAGE}`, false],
  ['https://evil.example/pixel.gif', false],
  ['data:image/png;base64,AAAA', false],
  ['blob:https://spolu.example/1', false],
  ['javascript:alert(1)', false],
])('image %s: kept %s', (src, kept) => {
  expect(parse(`<p>x</p><img data-src="${src}">`).lastChild?.type.name === 'image').toBe(kept);
  expect(parse(`<p>x</p><img src="${src}">`).lastChild?.type.name).toBe('paragraph');
  const img = render({ type: 'image', attrs: { src } }).querySelector('img');
  expect(img?.dataset['src']).toBe(kept ? src : undefined);
  expect(img?.hasAttribute('src'), 'nothing is loaded from what is stored').toBe(false);
});

test('an image keeps description, width and size through HTML', () => {
  const attrs = { src: IMAGE, alt: 'Hory', width: 50, pixelWidth: 800, pixelHeight: 600 };
  const html = render({ type: 'image', attrs }).innerHTML;
  expect(parse(html).firstChild?.attrs).toMatchObject(attrs);
});
