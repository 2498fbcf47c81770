const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Text of HTML without tags: its character references are replaced, those with unknown names stay. */
export const unescapeHtml = (html: string): string =>
  html.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi,
    (all, digits?: string, hex?: string, name = '') => {
      const code = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits);
      if (Number.isNaN(code)) return ENTITIES[String(name)] ?? all;
      return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : all;
    },
  );
