/** The language of a document's text, the same for all readers regardless of their interface language. */
import type * as Y from 'yjs';
import { typedTexts } from './plain-text.ts';
import { TEXT_ROOT, TITLE_ROOT } from '../document-schema.ts';
import { isLanguage, type Language } from '../languages.ts';

/** An attribute of the shared title: shared by all readers and excluded from undo. */
const ATTRIBUTE = 'lang';

/** The stored language, else a guess from the first words. */
export function textLanguage(doc: Y.Doc): Language {
  const stored: unknown = doc.getText(TITLE_ROOT).getAttribute(ATTRIBUTE);
  return isLanguage(stored) ? stored : guessLanguage(openingText(doc));
}

export function setTextLanguage(doc: Y.Doc, language: Language): void {
  const title = doc.getText(TITLE_ROOT);
  if (title.getAttribute(ATTRIBUTE) !== language) title.setAttribute(ATTRIBUTE, language);
}

const CZECH_LETTER = /[ěščřžůťďň]/i;

/** About a quarter of the words of a Czech text have such a letter; in English only some names do. */
const CZECH_SHARE = 1 / 8;

function guessLanguage(text: string): Language {
  const words = text.match(/\p{L}+/gu) ?? [];
  const czech = words.filter((word) => CZECH_LETTER.test(word));
  return czech.length > words.length * CZECH_SHARE ? 'cs' : 'en-US';
}

/** Enough for a guess, and cheap to read after every change. */
const ENOUGH_CHARS = 2000;

function openingText(doc: Y.Doc): string {
  let text = doc.getText(TITLE_ROOT).toJSON();
  for (const typed of typedTexts(doc.getXmlFragment(TEXT_ROOT))) {
    if (text.length > ENOUGH_CHARS) break;
    text += ` ${typed}`;
  }
  return text;
}
