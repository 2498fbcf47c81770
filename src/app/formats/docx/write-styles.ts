import { BorderStyle, LineRuleType, ShadingType, UnderlineType, type IStylesOptions } from 'docx';
import type { Language } from '#contract/languages.ts';
import { BOXES, CODE_RUN, STYLES } from './write-names.ts';

const INK = '211F1B';
const MUTED = '5E5A52';
const RULE = { style: BorderStyle.SINGLE, size: 6, color: 'B8B4AA', space: 1 };
const MONOSPACED = 'Consolas';

/** Sizes of headings 1 to 6, in half points. */
const SIZES = [36, 30, 26, 24, 22, 22] as const;

const heading = (level: 1 | 2 | 3 | 4 | 5 | 6) => ({
  run: { bold: true, size: SIZES[level - 1], color: level === 6 ? MUTED : INK },
  paragraph: {
    keepNext: true,
    keepLines: true,
    outlineLevel: level - 1,
    spacing: { before: level < 3 ? 320 : 240, after: 100 },
  },
});

const TEXT_LANGUAGES: Readonly<Record<Language, string>> = { 'en-US': 'en-US', cs: 'cs-CZ' };

export const defineStyles = (language: Language): IStylesOptions => ({
  default: {
    document: {
      run: {
        font: 'Calibri',
        size: 22,
        language: { value: TEXT_LANGUAGES[language], eastAsia: 'ja-JP', bidirectional: 'ar-SA' },
      },
      paragraph: { spacing: { after: 160, line: 276, lineRule: LineRuleType.AUTO } },
    },
    title: { run: { bold: true, size: 48, color: INK }, paragraph: { spacing: { after: 320 } } },
    heading1: heading(1),
    heading2: heading(2),
    heading3: heading(3),
    heading4: heading(4),
    heading5: heading(5),
    heading6: heading(6),
    listParagraph: { paragraph: { spacing: { after: 80 } } },
    hyperlink: { run: { color: '1F4E9E', underline: { type: UnderlineType.SINGLE } } },
  },
  paragraphStyles: [
    {
      id: STYLES.quote,
      name: 'Quote',
      basedOn: 'Normal',
      quickFormat: true,
      run: { color: MUTED },
      paragraph: { border: { left: { style: BorderStyle.SINGLE, size: 18, color: 'B8B4AA', space: 10 } } },
    },
    {
      id: STYLES.code,
      name: 'Source Code',
      basedOn: 'Normal',
      quickFormat: true,
      run: { font: MONOSPACED, size: 19, noProof: true },
      paragraph: {
        spacing: { line: 252, lineRule: LineRuleType.AUTO },
        shading: { type: ShadingType.CLEAR, color: 'auto', fill: 'F3F1EC' },
      },
    },
    {
      id: STYLES.rule,
      name: 'Horizontal Line',
      basedOn: 'Normal',
      next: 'Normal',
      run: { size: 12 },
      paragraph: { border: { bottom: RULE }, spacing: { before: 120, after: 240 } },
    },
    { id: STYLES.summary, name: 'Details Summary', basedOn: 'Normal', run: { bold: true } },
    { id: STYLES.head, name: 'Table Head', basedOn: 'Normal', run: { bold: true } },
    {
      id: STYLES.gap,
      name: 'Table Gap',
      basedOn: 'Normal',
      run: { size: 8 },
      paragraph: { spacing: { after: 0, line: 160, lineRule: LineRuleType.EXACT } },
    },
    {
      id: STYLES.lostHeading,
      name: 'Lost Comments Heading',
      basedOn: 'Normal',
      run: { bold: true, color: MUTED },
      paragraph: {
        border: { top: { ...RULE, space: 8 } },
        spacing: { before: 480, after: 120 },
        keepNext: true,
      },
    },
    { id: STYLES.lostQuote, name: 'Lost Comment', basedOn: 'Normal', run: { italics: true, color: MUTED } },
    {
      id: STYLES.comment,
      name: 'annotation text',
      basedOn: 'Normal',
      run: { size: 20 },
      paragraph: { spacing: { after: 0, line: 240, lineRule: LineRuleType.AUTO } },
    },
  ],
  characterStyles: [
    {
      id: CODE_RUN,
      name: 'Verbatim Char',
      quickFormat: true,
      run: {
        font: MONOSPACED,
        size: 20,
        shading: { type: ShadingType.CLEAR, color: 'auto', fill: 'F3F1EC' },
      },
    },
  ],
});

/** The library has no table styles. These give a box its name only. */
export const writeTableStyles = (): string => Object.values(BOXES).map(writeTableStyle).join('');

const writeTableStyle = (id: string): string =>
  `<w:style w:type="table" w:customStyle="1" w:styleId="${id}"><w:name w:val="${id.replace(/(?<=[a-z])(?=[A-Z])/, ' ')}"/><w:basedOn w:val="TableNormal"/></w:style>`;
