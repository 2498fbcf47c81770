/** Reads an email's HTML: its text, its first link, its language. */

/** The plain-text part of an email: paragraphs become lines, a link becomes its text and address. */
export function textOf(html: string): string {
  const lines = html
    .replaceAll(/<!--[^]*?-->|<(head|style|script|title)\b[^]*?<\/\1\s*>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(LINK, (_link, href: string, label: string) => `${label}: ${href}`)
    .replaceAll(/<br\b[^>]*>/gi, '\n')
    .replaceAll(/<\/(?:p|h[1-6]|div|li|tr|table|ul|ol|blockquote)\s*>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .map((line) => decode(line.trim()));
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

const LINK = /<a\b[^>]*?\shref="([^"]*)"[^>]*>(.*?)<\/a>/gi;

/** The address of the first link; null without one. */
export function firstLinkOf(html: string): string | null {
  const href = /<a\b[^>]*?\shref="([^"]*)"/i.exec(html)?.[1];
  return href === undefined ? null : decode(href);
}

/** The value of `<html lang>`; US English when there is none. */
export const languageOf = (html: string): string =>
  /<html\b[^>]*?\slang="([\w-]+)"/i.exec(html)?.[1] ?? 'en-US';

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w+));/g, (whole, code?: string, name?: string) =>
    code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
