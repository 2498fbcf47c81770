/** Formats in which the text of a document leaves. */
export type TextFormat = 'text' | 'markdown';
