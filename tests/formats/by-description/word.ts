/** Files as Word 2016 to 365 writes them, in English and Czech. */
import type { Golden } from './golden.ts';
import { basedOn, item, level, p, picture, PNG, r, style, styled } from './make-docx.ts';

const STYLES = [
  '<w:style w:type="paragraph" w:default="1" w:styleId="Normln"><w:name w:val="Normal"/></w:style>',
  style(
    'Nadpis1',
    'heading 1',
    `${basedOn('Normln')}<w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr>`,
  ),
  style('Nadpis2', 'heading 2', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
  style('Nadpis9', 'heading 9'),
  style('Nzev', 'Title'),
  style('Citt', 'Quote', '<w:rPr><w:i/></w:rPr>'),
  style('Odstavecseseznamem', 'List Paragraph', '<w:pPr><w:ind w:left="720"/></w:pPr>'),
  style('lnek', 'Článek smlouvy', basedOn('Nadpis1')),
  style('Oddl', 'Oddíl', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
  style('Tun', 'Tučný odstavec', '<w:rPr><w:b/></w:rPr>'),
  style('Siln', 'Strong', '<w:rPr><w:b/></w:rPr>', 'character'),
  style('KdHTML', 'HTML Code', '<w:rPr><w:rFonts w:ascii="Consolas"/></w:rPr>', 'character'),
  style('FormtovanvHTML', 'HTML Preformatted'),
].join('');

const list = (id: string, levels: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
const num = (id: string, of: string, more = ''): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const NUMBERING = [
  list('0', level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '%2)') + level(2, 'lowerRoman', '%3.')),
  list('1', level(0, 'bullet', '') + level(1, 'bullet', 'o')),
  list('2', level(0, 'decimal', '%1.', '<w:pStyle w:val="Nadpis1"/>') + level(1, 'decimal', '%1.%2')),
  num('1', '0'),
  num('2', '1'),
  num('3', '0', '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'),
  num('4', '2'),
].join('');

const fld = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (instruction: string, result: string): string =>
  `${fld('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>${fld('separate')}${result}${fld('end')}`;
const table = (...rows: readonly string[]): string =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="Mkatabulky"/></w:tblPr><w:tblGrid/>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`;
const cell = (content: string, format = ''): string => `<w:tc><w:tcPr>${format}</w:tcPr>${content}</w:tc>`;
const box = (content: string): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="2" name="Textové pole 2"/><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
const drawn = (inside: string, name: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="3" name="${name}"/><a:graphic><a:graphicData>${inside}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

export const WORD: readonly Golden[] = [
  {
    name: 'styles of the Czech Word, and custom ones by the style or level that they are based on',
    parts: {
      styles: STYLES,
      body: [
        styled('Nzev', 'Smlouva o dílo'),
        styled('Nadpis1', 'Předmět'),
        styled('lnek', 'Článek'),
        styled('Oddl', 'Oddíl'),
        styled('Nadpis9', 'Hluboko'),
        p('Vlastní úroveň', '<w:outlineLvl w:val="2"/>'),
        styled('Citt', 'Citát'),
        styled('Citt', 'druhý'),
        styled('Tun', 'Tučně'),
        p('„Uvozovky“ – pomlčka, nedělitelná\u00A0mezera'),
        `<w:p><w:r><w:t>měk</w:t><w:softHyphen/><w:t>ký</w:t><w:noBreakHyphen/></w:r></w:p>`,
      ].join(''),
    },
    title: 'Smlouva o dílo',
    blocks: [
      '<h1>Smlouva o dílo</h1>',
      '<h1>Předmět</h1>',
      '<h1>Článek</h1>',
      '<h2>Oddíl</h2>',
      '<h6>Hluboko</h6>',
      '<h3>Vlastní úroveň</h3>',
      '<blockquote><p><em>Citát</em></p><p><em>druhý</em></p></blockquote>',
      '<p><strong>Tučně</strong></p>',
      '<p>„Uvozovky“ – pomlčka, nedělitelná\u00A0mezera</p>',
      '<p>měk\u00ADký\u2011</p>',
    ],
  },
  {
    name: 'formats of runs',
    parts: {
      styles: STYLES,
      links: { a: 'https://example.org/?x=1&y=2' },
      body: [
        p(
          r('a', '<w:b/>') +
            r('b', '<w:b/><w:i/>') +
            r('c', '<w:b w:val="0"/>') +
            r('d', '<w:u w:val="single"/>'),
        ),
        p(
          r('x', '<w:strike/>') +
            r('2', '<w:vertAlign w:val="superscript"/>') +
            r('i', '<w:vertAlign w:val="subscript"/>'),
        ),
        p(
          r('y', '<w:highlight w:val="yellow"/>') +
            r('g', '<w:highlight w:val="darkGreen"/>') +
            r('n', '<w:highlight w:val="none"/>'),
        ),
        p(r('silně', '<w:rStyle w:val="Siln"/>') + r('kód', '<w:rStyle w:val="KdHTML"/>')),
        p(`<w:hyperlink r:id="a">${r('odkaz')}</w:hyperlink>`),
        p(field('HYPERLINK "https://example.org/a" \\l "b"', r('polem'))),
        p(`<w:hyperlink w:anchor="_Toc1">${r('uvnitř')}</w:hyperlink>`),
        p(r('tajné', '<w:vanish/>') + r('vidět')),
        p(r('a\tb') + '<w:r><w:tab/><w:t>c</w:t></w:r>'),
        p('střed', '<w:jc w:val="center"/>') + p('do bloku', '<w:jc w:val="both"/>'),
        styled('FormtovanvHTML', 'if (a)') + styled('FormtovanvHTML', '  b();'),
        `<w:p><w:r><w:t>řádek</w:t><w:br/><w:t>další</w:t></w:r></w:p>`,
        p(r('a', '<w:rFonts w:ascii="Arial"/><w:color w:val="FF0000"/>') + r('b', '<w:sz w:val="40"/>')),
        p(r('c', '<w:caps/>')),
      ].join(''),
    },
    blocks: [
      '<p><strong>a<em>b</em></strong>c<u>d</u></p>',
      '<p><s>x</s><sup>2</sup><sub>i</sub></p>',
      '<p><mark data-color="yellow">y</mark><mark data-color="green">g</mark>n</p>',
      '<p><strong>silně</strong><code>kód</code></p>',
      '<p><a href="https://example.org/?x=1&amp;y=2">odkaz</a></p>',
      '<p><a href="https://example.org/a#b">polem</a></p>',
      '<p>uvnitř</p>',
      '<p>vidět</p>',
      '<p style="white-space:pre-wrap">a\tb\tc</p>',
      '<p style="text-align:center">střed</p>',
      '<p style="text-align:justify">do bloku</p>',
      '<pre>if (a)\n  b();</pre>',
      '<p>řádek<br />další</p>',
      '<p>ab</p>',
      '<p>c</p>',
    ],
    losses: [
      ['link', 'simplified', 1, 6],
      ['hidden', 'lost', 1, 7],
      ['formatting', 'changed', 2, 13],
    ],
  },
  {
    name: 'lists that nest, continue behind a paragraph, and restart',
    parts: {
      styles: STYLES,
      numbering: NUMBERING,
      body: [
        item('1', 0, 'jedna'),
        item('1', 1, 'pod a'),
        item('1', 1, 'pod b'),
        item('1', 2, 'hluboko'),
        item('1', 0, 'dvě'),
        p('pokračuje', '<w:ind w:left="720"/>'),
        p('mezi'),
        item('1', 0, 'tři'),
        item('3', 0, 'znovu jedna'),
        item('2', 0, 'odrážka'),
        item('2', 1, 'vnořená'),
        item('0', 0, 'bez čísla'),
      ].join(''),
    },
    blocks: [
      '<ol><li>jedna<ol type="a"><li>pod a</li><li>pod b<ol type="i"><li>hluboko</li></ol></li></ol></li><li>dvě<p>pokračuje</p></li></ol>',
      '<p>mezi</p>',
      '<ol start="3"><li>tři</li></ol>',
      '<ol><li>znovu jedna</li></ol>',
      '<ul><li>odrážka<ul><li>vnořená</li></ul></li></ul>',
      '<p>bez čísla</p>',
    ],
  },
  {
    name: 'numbered headings keep their numbers as text, numbers of clauses are named',
    parts: {
      styles: STYLES.replace(
        '<w:name w:val="heading 1"/>',
        '<w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr>',
      ),
      numbering: NUMBERING,
      body: [
        styled('Nadpis1', 'Předmět'),
        item('4', 1, 'První'),
        item('4', 1, 'Druhý'),
        styled('Nadpis1', 'Cena'),
      ].join(''),
    },
    blocks: ['<h1>1. Předmět</h1>', '<ol><li>První</li><li>Druhý</li></ol>', '<h1>2. Cena</h1>'],
    losses: [
      ['numbering', 'simplified', 2, 0],
      ['numbering', 'changed', 2, 1],
    ],
  },
  {
    name: 'tables with spans, heads and a table inside',
    parts: {
      body: [
        table(
          `<w:trPr><w:tblHeader/></w:trPr>${cell(p('Hlava'), '<w:gridSpan w:val="2"/>')}`,
          cell(p('a'), '<w:vMerge w:val="restart"/>') + cell(p('b')),
          cell(p(''), '<w:vMerge/>') + cell(p('c') + p('d')),
        ),
        p(''),
        table(cell(table(cell(p('uvnitř'))) + p(''), '<w:shd w:val="clear" w:fill="FFFF00"/>')),
        p(''),
      ].join(''),
    },
    blocks: [
      '<table border="1"><thead><tr><th colspan="2"><p>Hlava</p></th></tr></thead><tbody><tr><td rowspan="2"><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p><p>d</p></td></tr></tbody></table>',
      '<table border="1"><tr><td><table border="1"><tr><td><p>uvnitř</p></td></tr></table></td></tr></table>',
    ],
    losses: [['table', 'changed', 1, null]],
  },
  {
    name: 'pictures: cropped, of unknown formats, missing',
    parts: {
      pictures: { 'a.png': PNG, 'b.emf': new Uint8Array([1, 0, 0, 0]) },
      body: [
        p(r('před') + picture('a.png', { alt: 'Popis' })),
        p(picture('a.png', { crop: '<a:srcRect l="10000" r="0"/>' })),
        p(r('x') + picture('b.emf')),
        p(r('y') + picture('c')),
        p(picture('a.png', { width: 1 })),
        p(picture('a.png', { width: 700 })),
        '<w:sectPr><w:pgSz w:w="11906"/><w:pgMar w:left="1440" w:right="1440"/></w:sectPr>',
      ].join(''),
    },
    blocks: [
      '<p>před<img src="picture:picture1.png" alt="Popis" data-width="33"></p>',
      '<p><img src="picture:picture1.png" alt="" data-width="33"></p>',
      '<p>x</p>',
      '<p>y</p>',
      '<p><img src="picture:picture1.png" alt=""></p>',
      '<p><img src="picture:picture1.png" alt="" data-width="100"></p>',
    ],
    losses: [
      ['picture', 'changed', 1, 1],
      ['picture', 'lost', 2, 2],
    ],
  },
  {
    name: 'what has no counterpart: text boxes, charts, notes, fields, contents, headers, breaks, columns',
    parts: {
      styles: STYLES,
      header: p('Důvěrné'),
      footer: p(field('PAGE', r('1'))),
      footnotes: `<w:footnote w:type="separator" w:id="0">${p('')}</w:footnote><w:footnote w:id="2">${p(r('pod čarou'))}${p('druhý')}</w:footnote>`,
      endnotes: `<w:endnote w:id="2">${p('na konci')}</w:endnote>`,
      body: [
        p(field('TOC \\o "1-3"', r('Obsah 1'))),
        p(r('s polem') + box(p('v poli'))),
        p(r('graf') + drawn('<c:chart r:id="x"/>', 'Graf 1') + drawn('<dgm:relIds r:dm="x"/>', 'Diagram 1')),
        p(
          r('a') +
            '<w:r><w:footnoteReference w:id="2"/></w:r>' +
            r('b') +
            '<w:r><w:endnoteReference w:id="2"/></w:r>',
        ),
        p(r('Dne ') + field('DATE', r('1. 2. 2024'))),
        p('<w:r><w:br w:type="page"/></w:r>'),
        p('', '<w:pBdr><w:bottom w:val="single"/></w:pBdr>'),
        p('<w:fldSimple w:instr="AUTHOR">' + r('Jana') + '</w:fldSimple>'),
        '<w:sectPr><w:cols w:num="2"/></w:sectPr>',
      ].join(''),
    },
    blocks: [
      '<p>s polem</p>',
      '<p>v poli</p>',
      '<p>graf</p>',
      '<p>a<sup>[1]</sup>b<sup>[2]</sup></p>',
      '<p>Dne 1. 2. 2024</p>',
      '<hr>',
      '<p>Jana</p>',
      '<hr>',
      '<ol><li>pod čarou<p>druhý</p></li><li>na konci</li></ol>',
    ],
    losses: [
      ['tableOfContents', 'lost', 1, 0],
      ['textBox', 'simplified', 1, 0],
      ['chart', 'lost', 2, 2],
      ['field', 'simplified', 2, 4],
      ['pageBreak', 'lost', 1, 5],
      ['footnote', 'simplified', 2, null],
      ['header', 'lost', 1, null],
      ['columns', 'lost', 1, null],
    ],
  },
  {
    name: 'checkboxes are tasks; formulas stay formulas',
    parts: {
      body: [
        p(
          '<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>' +
            r('☒') +
            '</w:sdtContent></w:sdt>' +
            r(' hotovo'),
        ),
        p('☐ zbývá'),
        p(r('a ☐ b')),
        p(
          '<m:oMathPara><m:oMath><m:f><m:num><m:r><w:rPr><w:i/></w:rPr><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b&lt;</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara>',
        ),
      ].join(''),
    },
    blocks: [
      '<ul><li><input type="checkbox" checked>hotovo</li><li><input type="checkbox">zbývá</li></ul>',
      '<p>a ☐ b</p>',
      '<p><m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b&lt;</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara></p>',
    ],
  },
];
