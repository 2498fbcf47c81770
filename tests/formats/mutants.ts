/** Mistakes in writing and reading files, which the round trip must detect: `npm run test:formats -- --mutants`. */
import type { Mutant } from '../together/mutants.ts';

const DOCX = 'src/app/formats/docx/';

const OF_WORD: readonly Mutant[] = [
  {
    name: 'the lost language of code is not told',
    file: `${DOCX}write-blocks.ts`,
    from: "box.desk.losses.note('codeLanguage', 'lost', language, box.block);",
    to: ';',
  },
  {
    name: 'strike is dropped',
    file: `${DOCX}write-inline.ts`,
    from: "...(has('strike') ? { strike: true } : {}),",
    to: '',
  },
  {
    name: 'a mention is not told',
    file: `${DOCX}write-inline.ts`,
    from: "box.desk.losses.note('mention', 'simplified', text, box.block);",
    to: ';',
  },
  {
    name: 'marks of a break are dropped',
    file: `${DOCX}write-inline.ts`,
    from: 'new TextRun({ ...style, break: 1 })',
    to: 'new TextRun({ break: 1 })',
  },
  {
    name: 'the span of a cell is dropped',
    file: `${DOCX}read-tables.ts`,
    from: "['w:gridSpan', 'w:vMerge']",
    to: "['w:vMerge']",
  },
  {
    name: 'the start of a list is forgotten',
    file: `${DOCX}read-lists.ts`,
    from: "number === 1 ? '' :",
    to: "number > 0 ? '' :",
  },
  {
    name: 'sides are those of text from the left',
    file: `${DOCX}read-paragraph-format.ts`,
    from: "{ left: 'right', right: 'left' }",
    to: '{}',
  },
  {
    name: 'the title of a link is dropped',
    file: `${DOCX}read-inline.ts`,
    from: "withoutSigns(attributes['w:tooltip'] ?? '')",
    to: "''",
  },
  {
    name: 'links come back underlined',
    file: `${DOCX}read-styles.ts`,
    from: 'chain.some(isOfLinks) ? {} :',
    to: '',
  },
  {
    name: 'heads below the first row are cells',
    file: `${DOCX}read-tables.ts`,
    from: "?.attributes['w:fill'] === HEAD_FILL",
    to: "?.attributes['w:fill'] === ''",
  },
  {
    name: 'quotes next to each other are one',
    file: `${DOCX}write-blocks.ts`,
    from: 'isPlain && box.isBelowQuote !== true ?',
    to: 'isPlain ?',
  },
  {
    name: 'changed widths are not told',
    file: `${DOCX}write-table.ts`,
    from: 'if (isChanged(grid, widths))',
    to: 'if (widths.length < 0)',
  },
  {
    name: 'a picture of its own size gets a width',
    file: `${DOCX}read-pictures.ts`,
    from: 'tolerance * EMU_PER_PIXEL',
    to: '0',
  },
  {
    name: 'the source of a formula is not read',
    file: `${DOCX}read-formulas.ts`,
    from: 'if (source === undefined)',
    to: "if (source !== '')",
  },
];

const OF_TEXTS: readonly Mutant[] = [
  {
    name: 'Markdown does not tell that widths of columns are lost',
    file: 'src/app/editor/out/write-markdown-file.ts',
    from: "book.note('table', 'changed', plainText(table), block);",
    to: ';',
  },
  {
    name: 'Markdown drops strike',
    file: 'src/app/editor/markdown/write-inline.ts',
    from: "strike: ['~~'],",
    to: "strike: [''],",
  },
  {
    name: 'a picture that a text lacks is not told',
    file: 'src/app/editor/out/load-pictures.ts',
    from: "else book.note('picture', 'lost', alt ?? '', block);",
    to: '',
  },
  {
    name: 'a link to an address that no text may have is not told',
    file: 'src/app/editor/in/read-addresses.ts',
    from: "book.note('link', 'simplified', link.textContent, at);",
    to: ';',
    tests: ['tests/unit/app/editor/in/read-blocks.test.ts'],
  },
  {
    name: 'sides of blocks are not read',
    file: 'src/app/editor/markdown/from-markdown.ts',
    from: "block.style.textAlign ||= element.getAttribute('align') ?? '';",
    to: 'void block;',
  },
  {
    name: 'a web page drops strike',
    file: 'src/app/editor/out/page/write-inline.ts',
    from: "strike: 's',",
    to: '',
  },
  {
    name: 'an empty paragraph of a web page holds the end of a thread',
    file: 'src/app/formats/read-own-places.ts',
    from: 'if (isEmpty) return;',
    to: '',
    tests: ['tests/unit/app/formats/read-own-page.test.ts'],
  },
];

export const MUTANTS = [...OF_WORD, ...OF_TEXTS];
