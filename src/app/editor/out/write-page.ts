/** A text as one HTML file: styles and pictures are inside, there is no script, and nothing is loaded. */
import { escapeHtml } from '#contract/text/escape-html.ts';
import { LossBook } from '#contract/formats/loss.ts';
import type { LeavingText, WrittenFile } from '#contract/formats/leaving-text.ts';
import { childrenOf } from '#contract/text/document-node.ts';
import { nameFile } from './name-file.ts';
import { labelsOf } from './file-labels.ts';
import { loadPictures } from './load-pictures.ts';
import { element, openTag } from './page/tags.ts';
import { PAGE_STYLE } from './page/page-style.ts';
import { numberThreads, placesOf } from './page/thread-places.ts';
import { writeEach } from './page/write-blocks.ts';
import { writeComments } from './page/write-comments.ts';

/** A script that got in would not run, and nothing would be loaded from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

export async function writePage(leaving: LeavingText): Promise<WrittenFile> {
  const { title, language, doc, threads, origin } = leaving;
  const book = new LossBook();
  const labels = labelsOf(language);
  const pictures = await loadPictures(leaving, book);
  const numbered = numberThreads(threads);
  const text = writeEach(childrenOf(doc), 0, {
    places: placesOf(numbered),
    pictureAt: (path) => {
      const picture = pictures.get(path);
      return picture ? `data:${picture.type};base64,${toBase64(picture.bytes)}` : null;
    },
    pictureName: labels.picture,
  });
  const name = title.trim() || labels.untitled;
  const meta = [
    '<meta charset="utf-8">',
    openTag('meta', { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    openTag('meta', { name: 'referrer', content: 'no-referrer' }),
    openTag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    openTag('meta', { name: 'generator', content: 'Spolu' }),
    ...(origin
      ? [openTag('meta', { name: 'spolu-origin', content: `${origin.documentId} ${origin.seq}` })]
      : []),
    element('title', {}, escapeHtml(name)),
    `<style>${PAGE_STYLE}</style>`,
  ];
  const heading =
    title.trim() === '' ? '' : `<header><h1 dir="auto">${escapeHtml(title.trim())}</h1></header>\n`;
  const page = `<!doctype html>
${openTag('html', { lang: language })}
<head>
${meta.join('\n')}
</head>
<body>
${heading}<main>
${text.join('\n')}
</main>
${writeComments(numbered, language)}</body>
</html>
`;
  return {
    name: nameFile(name, 'html'),
    type: 'text/html;charset=utf-8',
    bytes: new TextEncoder().encode(page),
    losses: book.list(),
  };
}

const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
