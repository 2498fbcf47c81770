// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { fromMarkdown } from '../../../../../src/app/editor/markdown/from-markdown.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';

const schema = documentSchema();
const read = (markdown: string): string =>
  fromMarkdown(schema, markdown)
    .toString()
    .replace(/^doc\(([^]*)\)$/, '$1')
    .replaceAll(/\bparagraph(?=[(,)]|$)/g, 'p');

test.each([
  // GitHub's specification, by section.
  [
    'a table',
    '| foo | bar |\n| --- | --- |\n| baz | bim |',
    'table(tableRow(tableHeader(p("foo")), tableHeader(p("bar"))), tableRow(tableCell(p("baz")), tableCell(p("bim"))))',
  ],
  [
    'pipes in code of a table',
    '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
    'table(tableRow(tableHeader(p("f|oo"))), tableRow(tableCell(p("b ", code("|"), " az"))), tableRow(tableCell(p("b ", bold("|"), " im"))))',
  ],
  [
    'a quotation after a table',
    '| a |\n| - |\n| b |\n> c',
    'table(tableRow(tableHeader(p("a"))), tableRow(tableCell(p("b")))), blockquote(p("c"))',
  ],
  ['heads and columns that differ', '| abc | def |\n| --- |\n| bar |', 'p("| abc | def | | --- | | bar |")'],
  [
    'a row with too few cells',
    '| a | b |\n| - | - |\n| c |',
    'table(tableRow(tableHeader(p("a")), tableHeader(p("b"))), tableRow(tableCell(p("c")), tableCell(p)))',
  ],
  ['tasks', '- [ ] foo\n- [x] bar', 'taskList(taskItem(p("foo")), taskItem(p("bar")))'],
  [
    'tasks in tasks',
    '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim',
    'taskList(taskItem(p("foo"), taskList(taskItem(p("bar")), taskItem(p("baz")))), taskItem(p("bim")))',
  ],
  ['two tildes', '~~Hi~~ Hello, ~there~ world!', 'p(strike("Hi"), " Hello, ", strike("there"), " world!")'],
  [
    'tildes over two paragraphs',
    'This ~~has a\n\nnew paragraph~~.',
    'p("This ~~has a"), p("new paragraph~~.")',
  ],
  ['three tildes', 'This will ~~~not~~~ strike.', 'p("This will ~~~not~~~ strike.")'],
  ['a host', 'www.commonmark.org', 'p(link("www.commonmark.org"))'],
  [
    'a host with a path',
    'Visit www.commonmark.org/help for more information.',
    'p("Visit ", link("www.commonmark.org/help"), " for more information.")',
  ],
  ['a full stop behind', 'Visit www.commonmark.org/a.b.', 'p("Visit ", link("www.commonmark.org/a.b"), ".")'],
  [
    'brackets around',
    '(www.google.com/search?q=Markup+(business))',
    'p("(", link("www.google.com/search?q=Markup+(business)"), ")")',
  ],
  [
    'brackets within',
    'www.google.com/search?q=(business))+ok',
    'p(link("www.google.com/search?q=(business))+ok"))',
  ],
  [
    'a possible entity',
    'www.google.com/search?q=commonmark&hl;',
    'p(link("www.google.com/search?q=commonmark"), "&hl;")',
  ],
  ['a sign that ends an address', 'www.commonmark.org/he<lp', 'p(link("www.commonmark.org/he"), "<lp")'],
  ['a scheme', 'http://commonmark.org', 'p(link("http://commonmark.org"))'],
  ['a mailbox', 'foo@bar.baz', 'p(link("foo@bar.baz"))'],
  [
    'valid and invalid mailboxes',
    "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.",
    'p("hello@mail+xyz.example isn\'t valid, but ", link("hello+xyz@mail.example"), " is.")',
  ],
  ['the end of a mailbox', 'a.b-c_d@a.b.', 'p(link("a.b-c_d@a.b"), ".")'],
  ['not a mailbox', 'a.b-c_d@a.b-', 'p("a.b-c_d@a.b-")'],
  ['not a mailbox either', 'a.b-c_d@a.b_', 'p("a.b-c_d@a.b_")'],
  [
    'brackets at the end',
    '(Visit https://encrypted.google.com/search?q=Markup+(business))',
    'p("(Visit ", link("https://encrypted.google.com/search?q=Markup+(business)"), ")")',
  ],
  [
    'schemes of mailboxes',
    'mailto:foo@bar.baz, mailto:a.b-c_d@a.b-, xmpp:foo@bar.baz/txt/bin',
    'p(link("mailto:foo@bar.baz"), ", mailto:a.b-c_d@a.b-, ", link("xmpp:foo@bar.baz/txt"), "/bin")',
  ],
  [
    'HTML that would hide what follows',
    '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.\n</blockquote>',
    'p(bold(" <title> <style> ")), blockquote(p(bold(italic("<xmp> is disallowed."))))',
  ],
  [
    'a script',
    'a <script>b()</script>\n\n<script>\nc()\n</script>',
    'p("a <script>b()</script>"), p("<script>", hardBreak, "c()", hardBreak, "</script>")',
  ],
  // Unlike GitHub, which drops cells beyond the head.
  [
    'a row with too many cells',
    '| a | b |\n| - | - |\n| c | `d|e` |\n| f | g | h |',
    'table(tableRow(tableHeader(p("a")), tableHeader(p("b"))), tableRow(tableCell(p("c")), tableCell(p(code("d|e")))), tableRow(tableCell(p("f")), tableCell(p("g | h"))))',
  ],
  // Common extensions.
  ['highlight', 'a ==marked== word, 1 == 1, a==b', 'p("a ", highlight("marked"), " word, 1 == 1, a==b")'],
  ['an alert in small letters', '> [!note]\n> one', 'callout(p("one"))'],
  ['an alert after an empty line', '> [!TIP]\n>\n> - one', 'callout(bulletList(listItem(p("one"))))'],
  [
    'an alert with a title',
    '> [!warning] Mind *this*\n> one',
    'callout(p(bold("Mind "), bold(italic("this"))), p("one"))',
  ],
  ['a folded alert', '> [!tip]- More\n> one', 'callout(p(bold("More")), p("one"))'],
  ['an alert of a kind that is not known', '> [!recipe]\n> one', 'blockquote(p("[!recipe] one"))'],
  [
    'a note',
    'Text[^1].\n\n[^1]: The note.\n[^2]: https://a.cz',
    'p("Text[^1]."), p("[^1]: The note."), p("[^2]: ", link("https://a.cz"))',
  ],
  ['front matter', '---\ntitle: A\ntags: [b]\n---\n\n# C', 'codeBlock("title: A\\ntags: [b]"), heading("C")'],
  ['a rule at the top', '---\n\na', 'horizontalRule, p("a")'],
  ['a table of contents', '[toc]\n\n[[TOC]]', 'p("[toc]"), p("[[TOC]]")'],
  ['a reference', 'See [the site][1].\n\n[1]: https://a.cz "A"', 'p("See ", link("the site"), ".")'],
  ['an unused definition', '[todo]: https://a.cz', 'p("[todo]: ", link("https://a.cz"))'],
  ['lines below', 'One\n===\n\nTwo\n---', 'heading("One"), heading("Two")'],
  ['a break that is code', '`<br>`', 'p(code("<br>"))'],
  ['a break that is text', '\\<br>', 'p("<br>")'],
  ['a break that is an entity', '&lt;br&gt;\nb', 'p("<br> b")'],
  ['breaks', 'a  \nb\\\nc<br>d', 'p("a", hardBreak, "b", hardBreak, "c", hardBreak, "d")'],
  ['a comment', 'a <!-- no --> b\n\n<!--\nno\n-->\n\nc', 'p("a  b"), p("c")'],
  [
    'details',
    '<details>\n<summary>More <b>here</b></summary>\n\n- one\n\n</details>',
    'details(detailsSummary("More ", bold("here")), detailsContent(bulletList(listItem(p("one")))))',
  ],
  ['formulas', 'so $a_1*b_2$ and\n\n$$\nx\n$$', 'p("so ", inlineMath, " and"), blockMath'],
  ['money', 'US$5, $6–$7, $HOME/$USER, 5 $', 'p("US$5, $6–$7, $HOME/$USER, 5 $")'],
  ['Czech quotes', '„**tučně**“ a *„kurzíva“*', 'p("„", bold("tučně"), "“ a ", italic("„kurzíva“"))'],
  [
    'a list with boxes and bullets',
    '- [ ] a\n- b\n- [x] c',
    'taskList(taskItem(p("a"))), bulletList(listItem(p("b"))), taskList(taskItem(p("c")))',
  ],
  ['a box that is escaped', '- \\[ ] a', 'bulletList(listItem(p("[ ] a")))'],
  [
    'an unknown tag',
    'Map<String, List<Integer>> and <kbd>Esc</kbd>',
    'p("Map<String, List<Integer>> and Esc")',
  ],
  ['a call', 'use handlers[i](event) and [a](https://a.cz)', 'p("use handlers[i](event) and ", link("a"))'],
  ['code in a link', '[`a`](https://a.cz) [`b`](b.md)', 'p(link("a"), " ", code("b"))'],
  ['templates of a program', 'write ${a} or ${b} here', 'p("write ${a} or ${b} here")'],
  ['a word in brackets', '[link](url)', 'p("[link](url)")'],
  ['a place in another document', '[Guide](docs/guide.md)', 'p("Guide")'],
  ['a picture from elsewhere', '![Map of Brno](https://a.cz/map.png)', 'p(link("Map of Brno"))'],
  ['a badge', '[![Build](https://a.cz/b.svg)](https://ci.cz)', 'p(link("Build"))'],
  [
    'a centred heading',
    '<h1 align="center">Spolu</h1>\n\n<p align="center">\n  <b>Write</b> together\n</p>',
    'heading("Spolu"), p(bold("Write"), " together")',
  ],
  [
    'HTML with its own indentation',
    '<table>\n  <tr>\n    <td>\n      a\n      b\n    </td>\n  </tr>\n</table>',
    'table(tableRow(tableCell(p("a b"))))',
  ],
  ['code without an extra line', '```js\nx\n```', 'codeBlock("x")'],
  ['code with empty lines', '```\n\nx\n\n\n```', 'codeBlock("\\nx\\n\\n")'],
  ['code that is indented', '    a\n      b\n', 'codeBlock("a\\n  b")'],
  [
    'line ends of Windows',
    '# A\r\n\r\n- b\r\n- c\r\n',
    'heading("A"), bulletList(listItem(p("b")), listItem(p("c")))',
  ],
])('%s', (_name, markdown, expected) => {
  fromMarkdown(schema, markdown).check();
  expect(read(markdown)).toBe(expected);
});

test.each([
  ['days of a month', '1. května\n8. května\n9. května', ['1', '8']],
  ['numbers without gaps', '3. a\n4. b', ['3']],
  ['numbers that are all the same', '1. a\n1. b', ['1']],
  ['numbers that go back', '3. a\n2. b', ['3']],
])('of %s as typed, lists start at %s', (_name, markdown, starts) => {
  const lists = fromMarkdown(schema, markdown, { asTyped: true }).children;
  expect(lists.map(({ attrs }) => String(attrs['start']))).toEqual(starts);
  expect(fromMarkdown(schema, markdown).childCount).toBe(1);
});
