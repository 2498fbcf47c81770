/** The language that a text is written in: one for everybody who opens it, whatever language their interface has. */
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { isLanguage, type Language } from '../i18n/language.ts';

/** An attribute of the shared title: it belongs to everyone who opens the document, and no undo takes it back. */
const ATTRIBUTE = 'lang';

/** What the document says, else what its first words look like. */
export function textLanguage(doc: Y.Doc): Language {
  const said: unknown = doc.getText(TITLE_ROOT).getAttribute(ATTRIBUTE);
  return isLanguage(said) ? said : guessLanguage(firstWords(doc));
}

export function setTextLanguage(doc: Y.Doc, language: Language): void {
  const title = doc.getText(TITLE_ROOT);
  if (title.getAttribute(ATTRIBUTE) !== language) title.setAttribute(ATTRIBUTE, language);
}

const CZECH_LETTER = /[ěščřžůťďň]/i;

/** A quarter of the words of a Czech text have such a letter; an English one has a name here and there. */
const CZECH_SHARE = 1 / 8;

function guessLanguage(text: string): Language {
  const words = text.match(/\p{L}+/gu) ?? [];
  const czech = words.filter((word) => CZECH_LETTER.test(word));
  return czech.length > words.length * CZECH_SHARE ? 'cs' : 'en-US';
}

/** So much is enough to tell, and little enough to read again after every change. */
const ENOUGH_CHARS = 2000;

function firstWords(doc: Y.Doc): string {
  let words = doc.getText(TITLE_ROOT).toJSON();
  for (const node of doc.getXmlFragment(TEXT_ROOT).createTreeWalker((one) => one instanceof Y.XmlText)) {
    if (words.length > ENOUGH_CHARS) break;
    if (node instanceof Y.XmlText) words += ` ${lettersOf(node)}`;
  }
  return words;
}

/** `toString` would put formatting in as tags. */
function lettersOf(text: Y.XmlText): string {
  const runs = text.toDelta() as { readonly insert: unknown }[];
  return runs.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('');
}
