/** Comments and tracked changes, as Word, LibreOffice and Google Docs write them. */
import type { Golden } from './golden.ts';
import { p, r } from './make-docx.ts';

const ins = (content: string): string =>
  `<w:ins w:id="1" w:author="Jana" w:date="2024-01-01T00:00:00Z">${content}</w:ins>`;
const del = (text: string, format = ''): string =>
  `<w:del w:id="2" w:author="Jana"><w:r><w:rPr>${format}</w:rPr><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
const mark = (name: string): string => `<w:rPr><w:${name} w:id="3" w:author="Jana"/></w:rPr>`;
const row = (text: string, format = ''): string =>
  `<w:tr><w:trPr>${format}</w:trPr><w:tc>${p(text)}</w:tc></w:tr>`;

const CHANGED = {
  footnotes: `<w:footnote w:id="1"><w:p>${r('nota ')}${ins(r('přidaná'))}</w:p></w:footnote>`,
  body: [
    p(
      r('Cena je ') +
        del('sto') +
        ins(r('dvě stě', '<w:b/>')) +
        r(' korun.') +
        '<w:r><w:footnoteReference w:id="1"/></w:r>',
    ),
    p(r('První'), mark('del')) + p(r('druhý')),
    p(ins(r('Nový')), mark('ins')) + p(r('Starý')),
    p(del('Pryč'), mark('del')) + p(r('Zůstane')),
    p(
      '<w:moveFromRangeStart w:id="5" w:name="m"/><w:moveFrom w:id="6" w:author="Jana">' +
        r('Stěhovaný') +
        '</w:moveFrom><w:moveFromRangeEnd w:id="5"/>' +
        r(' zde'),
    ),
    p('<w:moveTo w:id="7" w:author="Jana">' + r('Stěhovaný') + '</w:moveTo>' + r(' tam')),
    p(r('tvar', '<w:b/><w:rPrChange w:id="8" w:author="Jana"><w:rPr><w:i/></w:rPr></w:rPrChange>')),
    p(
      r('odstavec'),
      '<w:jc w:val="center"/><w:pPrChange w:id="9" w:author="Jana"><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange>',
    ),
    `<w:tbl>${row('stálá')}${row('smazaná', '<w:del w:id="10" w:author="Jana"/>')}${row('vložená', '<w:ins w:id="11" w:author="Jana"/>')}</w:tbl>`,
    `<w:tbl>${row('celá', '<w:del w:id="12" w:author="Jana"/>')}</w:tbl>`,
    p(`<w:hyperlink w:anchor="x">${ins(r('odkaz'))}</w:hyperlink>`),
    p('konec'),
  ].join(''),
};

const range = (id: number, content: string): string =>
  `<w:commentRangeStart w:id="${id}"/>${content}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;
const comment = (id: number, author: string, ...paragraphs: readonly string[]): string =>
  `<w:comment w:id="${id}" w:author="${author}" w:date="2024-03-05T10:00:00" w:initials="J">${paragraphs
    .map((text, at) => `<w:p w14:paraId="0000${id}${at}"><w:r><w:annotationRef/></w:r>${r(text)}</w:p>`)
    .join('')}</w:comment>`;
const extended = (id: string, more: string): string => `<w15:commentEx w15:paraId="${id}" ${more}/>`;

export const REVIEW: readonly Golden[] = [
  {
    name: 'changes that are accepted',
    parts: CHANGED,
    blocks: [
      '<p>Cena je <strong>dvě stě</strong> korun.<sup>[1]</sup></p>',
      '<p>Prvnídruhý</p>',
      '<p>Nový</p>',
      '<p>Starý</p>',
      '<p>Zůstane</p>',
      '<p> zde</p>',
      '<p>Stěhovaný tam</p>',
      '<p><strong>tvar</strong></p>',
      '<p style="text-align:center">odstavec</p>',
      '<table border="1"><tr><td><p>stálá</p></td></tr><tr><td><p>vložená</p></td></tr></table>',
      '<p>odkaz</p>',
      '<p>konec</p>',
      '<hr>',
      '<ol><li>nota přidaná</li></ol>',
    ],
    losses: [
      ['link', 'simplified', 1, 10],
      ['footnote', 'simplified', 1],
    ],
  },
  {
    name: 'changes that are refused',
    parts: CHANGED,
    changes: 'refuse',
    blocks: [
      '<p>Cena je sto korun.<sup>[1]</sup></p>',
      '<p>První</p>',
      '<p>druhý</p>',
      '<p>Starý</p>',
      '<p>Pryč</p>',
      '<p>Zůstane</p>',
      '<p>Stěhovaný zde</p>',
      '<p> tam</p>',
      '<p><em>tvar</em></p>',
      '<p style="text-align:right">odstavec</p>',
      '<table border="1"><tr><td><p>stálá</p></td></tr><tr><td><p>smazaná</p></td></tr></table>',
      '<table border="1"><tr><td><p>celá</p></td></tr></table>',
      '<p>konec</p>',
      '<hr>',
      '<ol><li>nota </li></ol>',
    ],
    losses: [
      ['link', 'simplified', 1, 12],
      ['footnote', 'simplified', 1],
    ],
  },
  {
    name: 'threads with replies and state, overlapping, across paragraphs and cells, without a range, out of the text',
    parts: {
      comments: [
        comment(0, 'Jana', 'Opravdu?', 'Dva odstavce.'),
        comment(1, 'Petr', 'Ano.'),
        comment(2, 'Eva', 'Přes odstavce'),
        comment(3, 'Eva', 'V tabulce'),
        comment(4, 'Ota', 'Bez rozsahu'),
        comment(5, 'Ota', 'V záhlaví'),
      ].join(''),
      commentsExtended: [
        extended('000001', 'w15:done="1"'),
        extended('000010', 'w15:paraIdParent="000001" w15:done="1"'),
        extended('000020', 'w15:done="0"'),
      ].join(''),
      body: [
        p(
          r('Cena ') +
            range(0, range(1, r('je ') + '<w:commentRangeStart w:id="2"/>' + r('vysoká', '<w:b/>'))) +
            r('.'),
        ),
        '<w:commentRangeStart w:id="3"/>',
        `<w:tbl><w:tr><w:tc>${p(r('a') + '<w:commentRangeEnd w:id="2"/>')}</w:tc><w:tc>${p('b')}</w:tc></w:tr></w:tbl>`,
        '<w:commentRangeEnd w:id="3"/>',
        p(r('místo') + '<w:r><w:commentReference w:id="4"/></w:r>'),
      ].join(''),
    },
    blocks: [
      '<p>Cena [t1je [t2<strong>vysoká</strong>t1].</p>',
      '<table border="1"><tr><td><p>[t3at2]</p></td><td><p>bt3]</p></td></tr></table>',
      '<p>[t4místot4]</p>',
    ],
    threads: [
      ['done', 'Jana: Opravdu? | Dva odstavce.', 'Petr: Ano.'],
      ['Eva: Přes odstavce'],
      ['Eva: V tabulce'],
      ['Ota: Bez rozsahu'],
      ['Ota: V záhlaví'],
    ],
  },
  {
    name: 'replies of Google Docs, which stand at the same text as their comment',
    parts: {
      comments: comment(0, 'Jana', 'Proč?') + comment(1, 'Petr', 'Proto.') + comment(2, 'Eva', 'Jiné'),
      body: p(
        '<w:commentRangeStart w:id="0"/><w:commentRangeStart w:id="1"/>' +
          r('slovo') +
          '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>' +
          range(2, r(' další')),
      ),
    },
    blocks: ['<p>[t1slovot1][t2 dalšít2]</p>'],
    threads: [['Jana: Proč?', 'Petr: Proto.'], ['Eva: Jiné']],
  },
  {
    name: 'signs that the file itself has',
    parts: { body: p('a\uFDD2t1\uFDD3b\uFDD4h0\uFDD5c') },
    blocks: ['<p>at1bh0c</p>'],
  },
];
