/** Files as LibreOffice, Google Docs and Pages write them. */
import type { Golden } from './golden.ts';
import { basedOn, item, level, p, r, style, styled } from './make-docx.ts';

const num = (id: string, levels: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
const google = (text: string, more = ''): string =>
  r(text, `<w:rFonts w:ascii="Arial"/>${more}<w:color w:val="000000"/><w:sz w:val="22"/><w:rtl w:val="0"/>`);
const table = (cell: string): string => `<w:tbl><w:tr><w:tc><w:tcPr/>${cell}</w:tc></w:tr></w:tbl>`;

export const LIBREOFFICE: readonly Golden[] = [
  {
    name: 'its styles, empty lines as gaps, code and quotes',
    parts: {
      styles: [
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
        style('Heading', 'Heading', basedOn('Normal')),
        style(
          'Heading1',
          'Heading 1',
          `${basedOn('Heading')}<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr>`,
        ),
        style('Heading_20_2', 'Heading 2', basedOn('Heading')),
        style('TextBody', 'Body Text', basedOn('Normal')),
        style('Quotations', 'Quotations', basedOn('Normal')),
        style('PreformattedText', 'Preformatted Text', basedOn('Normal')),
        style('SourceText', 'Source Text', '', 'character'),
        style('Title', 'Title', basedOn('Heading')),
      ].join(''),
      numbering: num('1', level(0, 'none', '')),
      body: [
        styled('Title', 'Název'),
        styled('Heading1', 'První'),
        styled('TextBody', 'text'),
        styled('TextBody', ''),
        styled('TextBody', ''),
        styled('Heading_20_2', 'Druhý'),
        styled('Quotations', 'citát'),
        styled('PreformattedText', 'kód  zde'),
        p(r('a ') + r('zdroj', '<w:rStyle w:val="SourceText"/>')),
        p(
          r('zvýraznění', '<w:shd w:fill="FFFF00" w:val="clear"/>') +
            r('šedé', '<w:shd w:fill="EEEEEE" w:val="clear"/>'),
        ),
        p(''),
      ].join(''),
    },
    title: 'Název',
    blocks: [
      '<h1>Název</h1>',
      '<h1>První</h1>',
      '<p>text</p>',
      '<p></p>',
      '<h2>Druhý</h2>',
      '<blockquote><p>citát</p></blockquote>',
      '<pre>kód  zde</pre>',
      '<p>a <code>zdroj</code></p>',
      '<p><mark data-color="yellow">zvýraznění</mark>šedé</p>',
    ],
  },
];

export const GOOGLE_DOCS: readonly Golden[] = [
  {
    name: 'formats in each run, headings without a style sheet, a checklist, a table',
    parts: {
      styles: [
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="normal"/></w:style>',
        style('Heading1', 'heading 1', basedOn('Normal')),
        style('Subtitle', 'Subtitle', basedOn('Normal')),
      ].join(''),
      numbering:
        num('1', level(0, 'bullet', '☐')) + num('2', level(0, 'bullet', '●') + level(1, 'bullet', '○')),
      body: [
        p(
          google('Nadpis', '<w:b w:val="1"/>'),
          '<w:pStyle w:val="Heading1"/><w:rPr><w:b w:val="1"/></w:rPr>',
        ),
        styled('Subtitle', google('Podtitul')),
        p(
          google('tučně', '<w:b w:val="1"/><w:bCs w:val="1"/>') +
            google(' ne', '<w:b w:val="0"/>') +
            google(' a', '<w:u w:val="none"/>'),
        ),
        item('1', 0, google('úkol')),
        item('2', 0, google('bod')),
        item('2', 1, google('pod')),
        table(p(google('buňka'), '<w:jc w:val="center"/>')),
        p(google('')),
      ].join(''),
    },
    blocks: [
      '<h1>Nadpis</h1>',
      '<h2>Podtitul</h2>',
      '<p><strong>tučně</strong> ne a</p>',
      '<ul><li><input type="checkbox">úkol</li></ul>',
      '<ul><li>bod<ul><li>pod</li></ul></li></ul>',
      '<table border="1"><tr><td><p style="text-align:center">buňka</p></td></tr></table>',
    ],
    losses: [['formatting', 'changed', 7, 0]],
  },
];

export const PAGES: readonly Golden[] = [
  {
    name: 'its styles, and text boxes of a page layout',
    parts: {
      styles: [
        style('Body', 'Body'),
        style('Heading', 'Heading'),
        style('Heading2', 'Heading 2'),
        style('Title', 'Title'),
        style('Bullet', 'List', '', 'numbering'),
      ].join(''),
      numbering: num('1', level(0, 'bullet', '•')),
      body: [
        styled('Title', 'Zpráva'),
        styled('Heading', 'Úvod'),
        styled('Heading2', 'Dílčí'),
        styled('Body', 'text'),
        item('1', 0, 'bod'),
        p(
          `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${styled('Heading', 'V poli')}${p('věta')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`,
        ),
        p('<w:r><w:pict><v:shape/></w:pict></w:r>'),
      ].join(''),
    },
    title: 'Zpráva',
    blocks: [
      '<h1>Zpráva</h1>',
      '<h1>Úvod</h1>',
      '<h2>Dílčí</h2>',
      '<p>text</p>',
      '<ul><li>bod</li></ul>',
      '<h1>V poli</h1>',
      '<p>věta</p>',
    ],
    losses: [
      ['textBox', 'simplified', 1, 5],
      ['shape', 'lost', 1, 6],
    ],
  },
];

const OWN_TABLE = table(p('a'));
const ORIGIN =
  '<property name="SpoluDocument"><vt:lpwstr>0b0e2f5e-6f0a-4d27-8d1d-6a3f3f3f0001</vt:lpwstr></property><property name="SpoluSeq"><vt:lpwstr>42</vt:lpwstr></property>';
const box = (name: string, content: string): string =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="${name}"/></w:tblPr><w:tr><w:tc><w:tcPr><w:shd w:fill="EEF1F7"/></w:tcPr>${content}</w:tc></w:tr></w:tbl>`;
const OWN_STYLES = [
  style('Title', 'Title'),
  style('Quote', 'Quote'),
  style('SourceCode', 'Source Code'),
  style('DetailsSummary', 'Details Summary', '<w:rPr><w:b/></w:rPr>'),
  style('HorizontalLine', 'Horizontal Line', '<w:pPr><w:pBdr><w:bottom w:val="single"/></w:pBdr></w:pPr>'),
].join('');
const FORMULA = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>';

/** Files that were exported here. */
export const OWN: readonly Golden[] = [
  {
    name: 'each empty paragraph stays, except where a cell must end with one',
    parts: {
      title: 'Smlouva &amp; dodatek',
      custom: ORIGIN,
      body: [p('a'), p(''), p(''), OWN_TABLE, table(OWN_TABLE + p('')), p('')].join(''),
    },
    title: 'Smlouva & dodatek',
    blocks: [
      '<p>a</p>',
      '<p></p>',
      '<p></p>',
      '<table border="1"><tr><td><p>a</p></td></tr></table>',
      '<table border="1"><tr><td><table border="1"><tr><td><p>a</p></td></tr></table><p></p></td></tr></table>',
      '<p></p>',
    ],
  },
  {
    name: 'its title, boxes, lines, blocks of code, formulas, and comments whose text is gone',
    parts: {
      custom: ORIGIN,
      styles: OWN_STYLES,
      numbering: num('1', level(0, 'bullet', '•')),
      comments: `<w:comment w:id="0" w:author="Eva">${p('ztraceno')}</w:comment>`,
      body: [
        styled('Title', 'Smlouva'),
        box('CalloutWarning', p('pozor') + item('1', 0, 'bod')),
        styled('TableGap', ''),
        box(
          'Details',
          styled('DetailsSummary', r('sou') + r('hrn', '<w:i/>')) + p('obsah') + OWN_TABLE + p(''),
        ),
        box('Details', p('bez souhrnu')),
        styled('HorizontalLine', ''),
        styled('SourceCode', '<w:r><w:t>a</w:t><w:br/><w:br/><w:t>b</w:t></w:r>'),
        styled('SourceCode', 'c'),
        p(FORMULA, '<w:jc w:val="center"/>') + p(FORMULA),
        p(r('citát'), '<w:pStyle w:val="Quote"/><w:ind w:left="360"/>'),
        p(
          r('v citátu'),
          '<w:pStyle w:val="Quote"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:ind w:left="720"/>',
        ),
        styled('LostCommentsHeading', 'Komentáře ke smazanému textu'),
        styled(
          'LostComment',
          `<w:commentRangeStart w:id="0"/>${r('slova')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
        ),
      ].join(''),
    },
    title: 'Smlouva',
    blocks: [
      '<div data-type="callout" data-kind="warning"><p>pozor</p><ul><li><p>bod</p></li></ul></div>',
      '<details><summary>sou<em>hrn</em></summary><p>obsah</p><table border="1"><tr><td><p>a</p></td></tr></table><p></p></details>',
      '<details><summary></summary><p>bez souhrnu</p></details>',
      '<div><hr></div>',
      '<pre>a\n\nb</pre>',
      '<pre>c</pre>',
      '<p style="text-align:center"><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></p>',
      '<p><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></p>',
      '<blockquote><p>citát</p><ul><li><p>v citátu</p></li></ul></blockquote>',
    ],
    threads: [['Eva: ztraceno']],
  },
];
