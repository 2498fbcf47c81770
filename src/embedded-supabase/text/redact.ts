/** Removes secrets that a log must not contain: keys, tokens, passwords, codes, personal addresses. */

const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // In URLs of databases and mail servers.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@/]+@/gi, '$1:[secret]@'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, '[token]'],
  [/\bsb_(publishable|secret)_[\w-]+/g, '[key]'],
  [/\b(bearer)\s+[\w.~+/-]+=*/gi, '$1 [token]'],
  // In queries, JSON and objects printed by Node.
  [
    /(["']?\b\w*(?:token|password|secret|apikey|auth_?code|nonce)\w*["']?\s*[=:]\s*)(?:"[^"]*"|'[^']*'|[^\s&"',;}]+)/gi,
    '$1[secret]',
  ],
  [/([?&](?:code|signature)=)[^\s&"']+/gi, '$1[secret]'],
  [/[\w.!#$%&*+/=?^`{|}~'-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '[address]'],
];

export function redact(text: string): string {
  return HIDDEN.reduce((clean, [pattern, instead]) => clean.replaceAll(pattern, instead), text);
}
