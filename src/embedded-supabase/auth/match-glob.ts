/**
 * Matches text against a glob as in `additional_redirect_urls`: `*` matches anything but the separators `.` and `/`,
 * `**` anything, `?` one character that is no separator. `[a-z]`, `[!a-z]` and `{one,two}` work as in a shell, and `\`
 * escapes the next character.
 */
export function matchesGlob(glob: string, value: string): boolean {
  return new RegExp(`^${translate(glob)}$`, 's').test(value);
}

const TOKENS = /\*\*|\*|\?|\\.|\[!?[^\]]+\]|[{},]|./gs;

function translate(glob: string): string {
  let depth = 0;
  const parts = [...glob.matchAll(TOKENS)].map(([token]) => {
    if (token === '**') return '.*';
    if (token === '*') return '[^./]*';
    if (token === '?') return '[^./]';
    if (token === '{') {
      depth += 1;
      return '(?:';
    }
    if (token === '}' && depth > 0) {
      depth -= 1;
      return ')';
    }
    if (token === ',' && depth > 0) return '|';
    if (token.length > 1 && token.startsWith('[')) return translateClass(token);
    return escape(token.length > 1 && token.startsWith('\\') ? token.slice(1) : token);
  });
  // An unclosed brace is literal.
  return depth === 0 ? parts.join('') : escape(glob);
}

function translateClass(token: string): string {
  const isNegated = token.startsWith('[!');
  const inside = token.slice(isNegated ? 2 : 1, -1).replaceAll(/[\\\]^]/g, String.raw`\$&`);
  return `[${isNegated ? '^' : ''}${inside}]`;
}

function escape(literal: string): string {
  return literal.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
