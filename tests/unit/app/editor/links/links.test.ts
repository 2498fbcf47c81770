// @vitest-environment jsdom
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { closeSeat, connectSeats, openSeat, paste, typeText } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();

const links = (): (string | null)[] =>
  [...seat.editor.view.dom.querySelectorAll('a')].map((a) => `${a.textContent} → ${a.getAttribute('href')}`);

const SAFE = { target: '_blank', rel: 'noopener noreferrer nofollow', class: null };
const looksOf = (a: Element) => ({
  target: a.getAttribute('target'),
  rel: a.getAttribute('rel'),
  class: a.getAttribute('class'),
});

test.each([
  ['https://a.cz. ', 'https://a.cz → https://a.cz'],
  ['(www.a.cz) ', 'www.a.cz → https://www.a.cz'],
  ['example.cz, ', 'example.cz → https://example.cz'],
  ['www.háčky.cz ', 'www.háčky.cz → https://www.háčky.cz'],
  ['jana@example.com? ', 'jana@example.com → mailto:jana@example.com'],
  ['[web](example.cz)', 'web → https://example.cz'],
  ['([web](https://a.cz/Praha_(okres) "Praha")', 'web → https://a.cz/Praha_(okres)'],
])('typed %j becomes a link', (typed, link) => {
  typeText(seat, typed);
  expect(links()).toEqual([link]);
});

test('Enter and a line break complete an address too', () => {
  typeText(seat, 'see www.a.cz.');
  seat.editor.commands.splitBlock();
  expect(links()).toEqual(['www.a.cz → https://www.a.cz']);
  typeText(seat, 'b@example.com');
  seat.editor.commands.setHardBreak();
  expect(links()).toEqual(['www.a.cz → https://www.a.cz', 'b@example.com → mailto:b@example.com']);
});

test.each([
  'javascript:alert(1) ',
  '[x](javascript:alert(1))',
  '![x](https://a.cz)',
  '\\[x](https://a.cz)',
  '`[x](https://a.cz)',
  'README.md ',
  '/relative ',
])('typed %j stays text', (typed) => {
  typeText(seat, typed);
  expect(links()).toEqual([]);
  expect(seat.editor.getText()).toBe(typed);
});

test('addresses in code and in remote input are not linked', () => {
  typeText(seat, '``` https://a.cz ');
  expect(links()).toEqual([]);
  const other = openSeat('Petr', '#007e68', { state: Y.encodeStateAsUpdate(seat.doc) });
  connectSeats(seat, other);
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('www.a.cz ')]);
  other.doc.getXmlFragment(TEXT_ROOT).insert(1, [paragraph]);
  expect(seat.editor.getText()).toContain('www.a.cz');
  expect(links()).toEqual([]);
  closeSeat(other);
});

test('an address pasted over text becomes its link', () => {
  typeText(seat, 'web');
  seat.editor.commands.selectAll();
  paste(seat, { text: ' www.a.cz\n' });
  expect(links()).toEqual(['web → https://www.a.cz']);
});

test('a refused address pasted over text is text', () => {
  typeText(seat, 'web');
  seat.editor.commands.selectAll();
  paste(seat, { text: 'javascript:alert(1)' });
  expect(links()).toEqual([]);
  expect(seat.editor.getText()).toBe('javascript:alert(1)');
});

test('addresses in pasted text become links', () => {
  paste(seat, { text: 'see www.a.cz, or write to jana@example.com.' });
  expect(links()).toEqual(['www.a.cz → https://www.a.cz', 'jana@example.com → mailto:jana@example.com']);
});

test.each([
  [
    '<a href="https://github.com/org/repo/pull/123/files">github.com/org/repo/pull…</a>',
    ['github.com/org/repo/pull… → https://github.com/org/repo/pull/123/files'],
  ],
  [
    '<p><a href="https://a.cz/long/path">https://a.cz/lo…</a>, then text</p>',
    ['https://a.cz/lo… → https://a.cz/long/path'],
  ],
  ['<a href="https://a.cz">https://Source</a>wikipedia.org', ['https://Source → https://a.cz']],
  ['www.<a href="https://a.cz/x">b.cz</a>/path', ['b.cz → https://a.cz/x']],
  ['<a href="mailto:a@a.cz">www.b.cz</a>', ['www.b.cz → mailto:a@a.cz']],
  [
    '<ul><li>www.c.cz</li><li><a href="https://d.cz/e">d.cz</a> d.cz</li></ul>',
    ['www.c.cz → https://www.c.cz', 'd.cz → https://d.cz/e', 'd.cz → https://d.cz'],
  ],
  ['<b>www.</b>e.cz/<i>f</i>', ['www.e.cz/f → https://www.e.cz/f']],
  ['<code>www.g.cz</code> <pre>www.h.cz</pre>', []],
  ['see <a href="https://a.cz/b">a.cz</a>.cz', ['a.cz → https://a.cz/b']],
  ['<a href="https://a.cz/x">https://a.cz/x</a>https://b.cz', ['https://a.cz/x → https://a.cz/x']],
  [
    '(<a href="https://a.cz/Foo_(bar)">https://a.cz/Foo_(bar)</a>)',
    ['https://a.cz/Foo_(bar) → https://a.cz/Foo_(bar)'],
  ],
  [
    '<a href="https://t.co/1">b.cz/very-long…</a> and c.cz',
    ['b.cz/very-long… → https://t.co/1', 'c.cz → https://c.cz'],
  ],
  [
    '<a href="https://a.cz/1">a.cz/1</a><a href="https://a.cz/2">a.cz/2</a>',
    ['a.cz/1 → https://a.cz/1', 'a.cz/2 → https://a.cz/2'],
  ],
  ['x<a href="https://a.cz">www.b.cz</a>x', ['www.b.cz → https://a.cz']],
  ['<a href="https://a.cz/b"><b>https://a.cz</b>/b</a>', ['https://a.cz/b → https://a.cz/b']],
  ['<a href="https://a.cz/%C4%8D?q=a+b">a.cz/č</a>', ['a.cz/č → https://a.cz/%C4%8D?q=a+b']],
  ['<a href=" https://a.cz/b ">a.cz</a>', ['a.cz → https://a.cz/b']],
  ['<a name="x">a.cz</a>', ['a.cz → https://a.cz']],
])('pasted %j keeps the targets that were given', (html, expected) => {
  paste(seat, { html });
  expect(links()).toEqual(expected);
});

test.each([
  'https://www.google.com/url?sa=t&url=https%3A%2F%2Fa.cz%2Fx%3Fy%3D1&usg=1',
  'https://www.google.co.uk/url?q=https://a.cz/x%3Fy%3D1&sa=D',
  'https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9hLmN6L3g_eT0x&ntb=1',
  'https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.cz%2Fx%3Fy%3D1&rut=1',
  'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.cz%2Fx%3Fy%3D1&data=1',
  'https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=https%3A%2F%2Fa.cz%2Fx%3Fy%3D1&locale=en',
  'https://slack-redir.net/link?url=https%3A%2F%2Fa.cz%2Fx%3Fy%3D1',
  'https://l.facebook.com/l.php?u=https%3A%2F%2Fa.cz%2Fx%3Fy%3D1&h=1',
  'https://www.youtube.com/redirect?event=a&q=https%3A%2F%2Fa.cz%2Fx%3Fy%3D1',
  'https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Fa%2Ecz%2Fx%3Fy%3D1&urlhash=1',
])('the redirect %s is replaced with its target', (href) => {
  paste(seat, { html: `<a href="${href.replaceAll('&', '&amp;')}">x</a>` });
  expect(links()).toEqual(['x → https://a.cz/x?y=1']);
});

test.each([
  'https://www.bing.com/ck/a?u=a1!!',
  'https://www.bing.com/search?q=a1aHR0cHM6Ly9hLmN6Lw',
  'https://www.google.com/url?q=javascript:alert(1)',
  'https://a.cz/url?q=https://b.cz',
  'https://duckduckgo.com/?q=tables',
])('the address %s stays', (href) => {
  paste(seat, { html: `<a href="${href}">x</a>` });
  expect(links()).toEqual([`x → ${href}`]);
});

test('a link pasted over text keeps its target, not its visible address', () => {
  typeText(seat, 'web');
  seat.editor.commands.selectAll();
  paste(seat, { html: '<a href="https://a.cz/b?c=1">https://a.cz/b</a>', text: 'https://a.cz/b' });
  expect(links()).toEqual(['web → https://a.cz/b?c=1']);
});

test('an address pasted into code is not linked', () => {
  typeText(seat, '``` ');
  paste(seat, { text: 'www.a.cz' });
  expect(links()).toEqual([]);
});

test('a pasted link keeps only its address and title', () => {
  paste(seat, {
    html:
      '<a href="https://a.cz" title="A" target="_self" rel="opener" class="fixed" style="color:red" onclick="x()">a</a>' +
      ' <a href="javascript:alert(1)">b</a> <a href="/c">c</a> <a href="//d.cz">d</a>',
  });
  const [a] = seat.editor.view.dom.querySelectorAll('a');
  expect(links()).toEqual(['a → https://a.cz']);
  expect(a && looksOf(a)).toEqual(SAFE);
  expect(a?.title).toBe('A');
});

test('no command creates a link with a refused address', () => {
  typeText(seat, 'web');
  seat.editor.commands.selectAll();
  expect(seat.editor.commands.setLink({ href: 'javascript:alert(1)' })).toBe(false);
  expect(links()).toEqual([]);
});

function hostileState(): Uint8Array {
  const doc = new Y.Doc();
  const paragraph = new Y.XmlElement('paragraph');
  const text = new Y.XmlText();
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
  paragraph.insert(0, [text]);
  text.insert(0, 'good', { link: { href: 'https://a.cz', target: '_self', rel: 'opener', class: 'fixed' } });
  text.insert(4, 'bad', { link: { href: 'javascript:alert(1)' } });
  text.insert(7, 'odd', { link: { href: { toString: 'x' } } });
  return Y.encodeStateAsUpdate(doc);
}

test('a hostile document opens without its addresses, and links have only our attributes', () => {
  const opened = openSeat('Petr', '#007e68', { state: hostileState() });
  const [a] = opened.editor.view.dom.querySelectorAll('a[href]');
  expect(opened.editor.view.dom.querySelectorAll('a[href]')).toHaveLength(1);
  expect(a && looksOf(a)).toEqual(SAFE);
  opened.editor.commands.insertContentAt(1, 'x');
  expect(opened.editor.getText()).toBe('xgoodbadodd');
  expect(JSON.stringify(opened.editor.getJSON())).not.toMatch(/javascript|opener|_self|fixed|toString/);
  closeSeat(opened);
});

test('a viewer cannot remove a hostile address, but it is not rendered', () => {
  seat.editor.setEditable(false);
  Y.applyUpdate(seat.doc, hostileState(), { from: 2 });
  expect(seat.editor.getText()).toContain('goodbadodd');
  expect(links().filter((link) => !link?.endsWith('null'))).toEqual(['good → https://a.cz']);
});

test('an address that the log would refuse is pasted as text', () => {
  const long = `https://a.cz/${'x'.repeat(70_000)}`;
  paste(seat, { html: `<p><a href="${long}">long</a> <a href="https://b.cz">short</a></p>` });
  expect(seat.editor.getText()).toContain('long short');
  expect(links()).toEqual(['short → https://b.cz']);
  expect(lintUpdate(Y.encodeStateAsUpdate(seat.doc))).toMatchObject({ ok: true });
});
