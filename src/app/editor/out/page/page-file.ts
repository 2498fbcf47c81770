/** An HTML file that stands alone: there is no script, and nothing is loaded. */
import type { Picture, WrittenFile } from '#contract/formats/leaving-text.ts';
import type { Language } from '#contract/languages.ts';
import { escapeHtml } from '#contract/text/escape-html.ts';
import { element, openTag } from './tags.ts';

/** A script that got in would not run, and nothing would be loaded from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

interface PageContent {
  readonly language: Language;
  readonly title: string;
  /** Tags for the head. */
  readonly meta: readonly string[];
  readonly style: string;
  /** HTML that ends with a line break. */
  readonly body: string;
}

export function pageFile({
  language,
  title,
  meta,
  style,
  body,
}: PageContent): Pick<WrittenFile, 'type' | 'bytes'> {
  const head = [
    '<meta charset="utf-8">',
    openTag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    openTag('meta', { name: 'referrer', content: 'no-referrer' }),
    openTag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    ...meta,
    element('title', {}, escapeHtml(title)),
    `<style>${style}</style>`,
  ];
  const page = `<!doctype html>
${openTag('html', { lang: language })}
<head>
${head.join('\n')}
</head>
<body>
${body}</body>
</html>
`;
  return { type: 'text/html;charset=utf-8', bytes: new TextEncoder().encode(page) };
}

/** Returns the `data:` URL of a picture. */
export const inline =
  (pictures: ReadonlyMap<string, Picture>) =>
  (path: string): string | null => {
    const picture = pictures.get(path);
    return picture ? `data:${picture.type};base64,${toBase64(picture.bytes)}` : null;
  };

const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
