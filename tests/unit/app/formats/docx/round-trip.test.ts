import { expect, test } from 'vitest';
import { readDocx } from '../../../../../src/app/formats/docx/read-docx.ts';
import { writeDocx } from '../../../../../src/app/formats/docx/write-docx.ts';
import { cell, header, item, leavingText, node, p, row, text, thread } from './sample.ts';

const ORIGIN = { documentId: '0b0e2f5e-6f0a-4d27-8d1d-6a3f3f3f0001', seq: 5 };
const colored = (color: string) => text(color, { type: 'highlight', attrs: { color } });
const task = (checked: boolean, ...content: ReturnType<typeof p>[]) =>
  node('taskItem', { checked }, ...content);

test('a document comes back from Word as it left', async () => {
  const doc = [
    node('heading', { level: 2 }, 'Nadpis ', text('tučně', 'bold')),
    node(
      'paragraph',
      { textAlign: 'left' },
      'a',
      text('b', 'bold', 'italic'),
      text('k', 'code'),
      node('hardBreak'),
      'c',
    ),
    p(...['orange', 'green', 'red', 'blue', 'purple'].map(colored), text('žlutá', 'highlight')),
    p(text('odkaz', { type: 'link', attrs: { href: 'https://a.cz/?x=1&y=2' } })),
    p('dvě  mezery'),
    p(),
    p(),
    node(
      'bulletList',
      {},
      item('jedna', node('bulletList', {}, item('pod'))),
      item('dva', p('druhý odstavec')),
    ),
    node(
      'orderedList',
      { start: 3 },
      item('tři', node('orderedList', {}, item('a'), item('b'))),
      item('čtyři'),
    ),
    node('orderedList', {}, item('jiný')),
    node(
      'orderedList',
      {},
      item('článek', node('orderedList', { type: '1' }, item('bod'), item('bod')), p('bez čísla')),
    ),
    node(
      'taskList',
      {},
      task(true, p('hotovo'), node('taskList', {}, task(false, p('vnořený')))),
      task(false, p('zbývá')),
    ),
    node('blockquote', {}, p('citát'), node('bulletList', {}, item('v citátu'))),
    node('codeBlock', {}, 'if (a) {\n\n  b();\n}'),
    node('codeBlock', {}, 'druhý'),
    node('horizontalRule'),
    node('callout', { kind: 'warning' }, p('pozor'), node('bulletList', {}, item('x'))),
    node('details', {}, node('detailsSummary', {}, 'souhrn'), node('detailsContent', {}, p('obsah'))),
    node('table', {}, row(header('H'), header('I')), row(cell({ colspan: 2 }, 'c', 'd'))),
    node('table', {}, row(cell({ rowspan: 2 }, 'a'), cell({}, 'b')), row(cell({}, 'c'))),
    node('blockMath', { latex: 'x' }),
    p(),
  ];
  const threads = [
    thread(
      [{ from: 3, to: 6 }],
      [
        ['Jana', 'A'],
        ['Petr', 'B'],
      ],
      { isResolved: true },
    ),
    thread([], [['Eva', 'ztraceno']]),
  ];
  const { bytes } = await writeDocx(leavingText(doc, { origin: ORIGIN, threads }));
  const read = await readDocx(bytes, { changes: 'accept' });
  if (!read.ok) throw new Error(read.code);
  const { blocks, title, origin, losses } = read.text;
  expect({ title, origin, losses, changes: read.changes }).toEqual({
    title: 'Smlouva o dílo',
    origin: ORIGIN,
    losses: [],
    changes: null,
  });
  expect(
    read.text.threads.map(({ isResolved, comments }) => [
      isResolved,
      ...comments.map(({ author }) => author),
    ]),
  ).toEqual([
    [true, 'Jana', 'Petr'],
    [false, 'Eva'],
  ]);
  expect(blocks).toEqual([
    '<h2>Na\uFDD2t1\uFDD3dpi\uFDD2/t1\uFDD3s <strong>tučně</strong></h2>',
    '<p style="text-align:left">a<strong><em>b</em></strong><code>k</code><br />c</p>',
    '<p><mark data-color="orange">orange</mark><mark data-color="green">green</mark><mark data-color="red">red</mark><mark data-color="blue">blue</mark><mark data-color="purple">purple</mark><mark data-color="yellow">žlutá</mark></p>',
    '<p><a href="https://a.cz/?x=1&amp;y=2">odkaz</a></p>',
    '<p>dvě  mezery</p>',
    '<p></p>',
    '<p></p>',
    '<ul><li><p>jedna</p><ul><li><p>pod</p></li></ul></li><li><p>dva</p><p>druhý odstavec</p></li></ul>',
    '<ol start="3"><li><p>tři</p><ol><li><p>a</p></li><li><p>b</p></li></ol></li><li><p>čtyři</p></li></ol>',
    '<ol><li><p>jiný</p></li></ol>',
    '<ol><li><p>článek</p><ol type="1"><li><p>bod</p></li><li><p>bod</p></li></ol><p>bez čísla</p></li></ol>',
    '<ul><li data-checked="true"><p>hotovo</p><ul><li data-checked="false"><p>vnořený</p></li></ul></li><li data-checked="false"><p>zbývá</p></li></ul>',
    '<blockquote><p>citát</p><ul><li><p>v citátu</p></li></ul></blockquote>',
    '<pre>if (a) {\n\n  b();\n}</pre>',
    '<pre>druhý</pre>',
    '<div><hr></div>',
    '<div data-type="callout" data-kind="warning"><p>pozor</p><ul><li><p>x</p></li></ul></div>',
    '<details><summary>souhrn</summary><p>obsah</p></details>',
    '<table border="1"><thead><tr><th><p>H</p></th><th><p>I</p></th></tr></thead><tbody><tr><td colspan="2"><p>c</p><p>d</p></td></tr></tbody></table>',
    '<table border="1"><tr><td rowspan="2"><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td></tr></table>',
    '<div><div data-type="blockMath" data-latex="x"></div></div>',
    '<p></p>',
  ]);
});

test('numbers below numbers of the same kind leave the outer ones going on', async () => {
  const inner = () => node('orderedList', { type: '1' }, item('pod'), item('pod'));
  const doc = [node('orderedList', {}, item('jedna', inner()), item('dva', inner()), item('tři'))];
  const { bytes } = await writeDocx(leavingText(doc, {}));
  const read = await readDocx(bytes, { changes: 'accept' });
  if (!read.ok) throw new Error(read.code);
  const pod = '<ol type="1"><li>pod</li><li>pod</li></ol>';
  expect(read.text.blocks.at(-1)).toBe(`<ol><li>jedna${pod}</li><li>dva${pod}</li><li>tři</li></ol>`);
});
