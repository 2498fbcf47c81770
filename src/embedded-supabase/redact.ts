/** Takes out of a text what a log must not keep: keys, tokens, passwords, codes, addresses of people. */

const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // In addresses of databases and mail servers.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@]*):[^\s@/]+@/gi, '$1:[secret]@'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g, '[token]'],
  [/\bsb_(publishable|secret)_[\w-]+/g, '[key]'],
  [/\b(bearer)\s+[\w.~+/-]+=*/gi, '$1 [token]'],
  // In queries, JSON and what Node prints of objects.
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
