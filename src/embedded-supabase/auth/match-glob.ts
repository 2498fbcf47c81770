/**
 * Matches text against a glob as `additional_redirect_urls` understands it: `*` is anything but the separators `.` and
 * `/`, `**` is anything, `?` one character that is no separator, `[a-z]`, `[!a-z]` and `{one,two}` as in a shell, `\`
 * takes the next character literally.
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
  // A brace that is never closed is a literal one.
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
