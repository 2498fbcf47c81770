// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { findHere } from '../../../../../src/app/editor/find/find-here.ts';
import { jana, seatTwo } from '../../../../support/two-seats.ts';

seatTwo();

test.each<[string, string, string[]]>([
  ['<p>Smlouva platí.</p><p>Smlouva o <strong>dí</strong>lo</p>', 'smlouvy o dilo', ['Smlouva o dílo']],
  ['<p>Smlouva platí.</p><p>O díle nic.</p>', 'smlouvy dílo', []],
  ['<ul><li><p>první</p></li><li><p>druhý dům</p></li></ul>', 'domy', ['druhý dům']],
  ['<pre><code>let dum = 1;\nlet kun = 2;</code></pre>', 'kun', ['let dum = 1; let kun = 2;']],
  ['<p>dům</p><p>dům</p><p>dům</p><p>dům</p>', 'dům', ['dům', 'dům', 'dům']],
  ['<p>nic</p>', '', []],
])('in %s, %s finds %j', async (html, query, texts) => {
  jana.editor.commands.setContent(html);
  const found = await findHere(jana.editor.state.doc, query, new AbortController().signal);
  expect(found.map(({ text }) => text)).toEqual(texts);
});
