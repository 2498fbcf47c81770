// @vitest-environment jsdom
/** Copied parts have the same structure and text for other programs: as HTML, as text, and as Markdown. */
import { beforeEach, expect, test } from 'vitest';
import { parts } from '../../../../../src/app/editor/late-parts.ts';
import { takeText } from '../../../../../src/app/editor/out/take-text.ts';
import { outlineOfHtml } from '../../../../support/outline/read-html.ts';
import { outlineOfMarkdown } from '../../../../support/outline/read-markdown.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();
beforeEach(() => parts.ask());

interface Copied {
  readonly content: string;
  readonly outline: string;
  readonly text: string;
  /** Expected Markdown, where it has no such part or HTML for it. */
  readonly inMarkdown?: string;
}

const task = (isDone: boolean, inner: string): string =>
  `<li data-type="taskItem" data-checked="${isDone}"><div>${inner}</div></li>`;
const tasks = (inner: string): string => `<ul data-type="taskList">${inner}</ul>`;
const DOC = '0b6f7a52-30d5-4a0c-9a55-8f7f6a3c1d10';
const IMAGE = `${DOC}/a1b2c3d4-0000-4000-8000-0123456789ab.png`;

const COPIED: Readonly<Record<string, Copied>> = {
  'headings and paragraphs': {
    content: '<h1>One</h1><p>a<br>b</p><h3>Two <em>it</em></h3><p>c</p>',
    outline: 'h1 One\np a⏎b\nh3 Two <i>it</i>\np c',
    text: 'One\n\na\nb\n\nTwo it\n\nc',
  },
  marks: {
    content: '<p><strong>b</strong> <em>i</em> <s>s</s> <code>c &lt; d</code> plain * _ &amp; &lt;x&gt;</p>',
    outline: 'p <b>b</b> <i>i</i> <s>s</s> <c>c < d</c> plain * _ & <x>',
    text: 'b i s c < d plain * _ & <x>',
  },
  'nested lists': {
    content:
      '<ul><li><p>a</p><ul><li><p>b</p><ol><li><p>c</p></li><li><p>d</p></li></ol></li></ul></li><li><p>e</p></li></ul>',
    outline: 'ul\n  li a\n    ul\n      li b\n        ol 1\n          li c\n          li d\n  li e',
    text: '- a\n  - b\n    1. c\n    2. d\n- e',
  },
  'a list that starts at nine': {
    content: '<ol start="9"><li><p>nine</p></li><li><p>ten</p><p>more</p></li></ol>',
    outline: 'ol 9\n  li nine\n  li ten\n    p more',
    text: '9. nine\n10. ten\n    more',
  },
  tasks: {
    content: tasks(
      `${task(true, '<p>done</p>')}${task(false, `<p>open</p>${tasks(task(true, '<p>inner</p>'))}`)}`,
    ),
    outline: 'ul\n  task x done\n  task - open\n    ul\n      task x inner',
    text: '- [x] done\n- [ ] open\n  - [x] inner',
  },
  'a table': {
    content:
      '<table><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>c <strong>d</strong></p></td><td><p></p></td></tr></table><p>end</p>',
    outline: 'table\n  row a | b\n  row c <b>d</b> |\np end',
    text: 'a\tb\nc d\t\n\nend',
  },
  code: {
    content: '<pre><code class="language-python">def f():\n  return "&lt;"\n\nf()</code></pre><p>after</p>',
    outline: 'code python def f():\n  return "<"\n\nf()\np after',
    text: 'def f():\n  return "<"\n\nf()\n\nafter',
  },
  links: {
    content:
      '<p>see <a href="https://example.com/a_(b)?x=1&amp;y=2#z">the <strong>site</strong></a> and <a href="https://example.com/">https://example.com/</a></p>',
    outline:
      'p see <a https://example.com/a_(b)?x=1&y=2#z>the <b>site</b></a> and <a https://example.com/>https://example.com/</a>',
    text: 'see the site and https://example.com/',
  },
  'a quote': {
    content: '<blockquote><p>one</p><ul><li><p>two</p></li></ul></blockquote><p>three</p>',
    outline: 'quote\n  p one\n  ul\n    li two\np three',
    text: 'one\n\n- two\n\nthree',
  },
  'a line': { content: '<p>a</p><hr><p>b</p>', outline: 'p a\nline\np b', text: 'a\n\n---\n\nb' },
  'code in a list': {
    content: '<ol><li><p>run</p><pre><code>a\nb</code></pre></li><li><p>go</p></li></ol>',
    outline: 'ol 1\n  li run\n    code a\nb\n  li go',
    text: '1. run\n   a\n   b\n2. go',
  },
  'Hebrew and Arabic': {
    content: '<h2>שלום</h2><ul><li><p>ماء <strong>وخبز</strong></p></li></ul>',
    outline: 'h2 שלום\nul\n  li ماء <b>وخبز</b>',
    text: 'שלום\n\n- ماء وخبز',
  },
  'what looks like Markdown': {
    content: '<p># no heading</p><p>1. no list</p><p>[no](link) `no code` **no bold**</p><p>- no item</p>',
    outline: 'p # no heading\np 1. no list\np [no](link) `no code` **no bold**\np - no item',
    text: '# no heading\n\n1. no list\n\n[no](link) `no code` **no bold**\n\n- no item',
  },
  'a formula': {
    content:
      '<p>so <span data-type="inlineMath" data-latex="x^2"></span></p><div data-type="blockMath" data-latex="y"></div><p>end</p>',
    outline: 'p so $x^2$\np $$y$$\np end',
    text: 'so x^2\n\ny\n\nend',
    inMarkdown: 'p so $x^2$\np $$\ny\n$$\np end',
  },
  'a callout': {
    content:
      '<div data-type="callout" data-kind="warning"><p>mind</p><ul><li><p>it</p></li></ul></div><p>b</p>',
    outline: 'p mind\nul\n  li it\np b',
    text: 'mind\n\n- it\n\nb',
    inMarkdown: 'quote\n  p [!WARNING]\nmind\n  ul\n    li it\np b',
  },
  'a closed section': {
    content:
      '<details><summary>more</summary><div data-type="detailsContent"><p>inside</p></div></details><p>b</p>',
    outline: 'details\n  summary more\n  p inside\np b',
    text: 'more\n\ninside\n\nb',
    inMarkdown: 'html <details>\n<summary>more</summary>\np inside\nhtml </details>\np b',
  },
  'a picture': {
    content: `<p>a</p><img data-src="${IMAGE}" alt="A hill"><p>b</p>`,
    outline: 'p a\nimage A hill\np b',
    text: 'a\n\nA hill\n\nb',
  },
};

const names = Object.keys(COPIED);
const show = (name: string): Copied => {
  const copied = COPIED[name];
  if (!copied) throw new Error(name);
  seat.editor.commands.setContent(copied.content);
  seat.editor.commands.selectAll();
  return copied;
};

test.each(names)('%s, as HTML and as text', (name) => {
  const { outline, text } = show(name);
  const { dom, text: plain } = seat.editor.view.serializeForClipboard(seat.editor.state.selection.content());
  expect(outlineOfHtml(dom.innerHTML)).toBe(outline);
  expect(plain).toBe(text);
});

test.each(names)('%s, as Markdown', async (name) => {
  const { outline, inMarkdown = outline } = show(name);
  expect(outlineOfMarkdown(await takeText(seat.editor, 'markdown'))).toBe(inMarkdown);
});

test('the empty line below a table is not copied', async () => {
  seat.editor.commands.setContent('<p>a</p><table><tr><th><p>b</p></th></tr></table><p></p>');
  expect(outlineOfMarkdown(await takeText(seat.editor, 'markdown'))).toBe('p a\ntable\n  row b');
});
