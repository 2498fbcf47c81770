/** A text as one HTML file: styles and pictures are inside, there is no script, and nothing is loaded. */
import { escapeHtml } from '#contract/text/escape-html.ts';
import { LossBook } from '#contract/formats/loss.ts';
import type { LeavingText, WrittenFile } from '#contract/formats/leaving-text.ts';
import { childrenOf } from '#contract/text/document-node.ts';
import { nameFile } from './name-file.ts';
import { labelsOf } from './file-labels.ts';
import { loadPictures } from './load-pictures.ts';
import { inline, pageFile } from './page/page-file.ts';
import { openTag } from './page/tags.ts';
import { PAGE_STYLE } from './page/page-style.ts';
import { numberThreads, placesOf } from './page/thread-places.ts';
import { writeEach } from './page/write-blocks.ts';
import { writeComments } from './page/write-comments.ts';

export async function writePage(leaving: LeavingText): Promise<WrittenFile> {
  const { title, language, doc, threads, origin } = leaving;
  const book = new LossBook();
  const labels = labelsOf(language);
  const pictures = await loadPictures(leaving, book);
  const numbered = numberThreads(threads);
  const text = writeEach(childrenOf(doc), 0, {
    places: placesOf(numbered),
    pictureAt: inline(pictures),
    pictureName: labels.picture,
  });
  const name = title.trim() || labels.untitled;
  const meta = [
    openTag('meta', { name: 'generator', content: 'Spolu' }),
    ...(origin
      ? [openTag('meta', { name: 'spolu-origin', content: `${origin.documentId} ${origin.seq}` })]
      : []),
  ];
  const heading =
    title.trim() === '' ? '' : `<header><h1 dir="auto">${escapeHtml(title.trim())}</h1></header>\n`;
  const body = `${heading}<main>
${text.join('\n')}
</main>
${writeComments(numbered, language)}`;
  return {
    name: nameFile(name, 'html'),
    ...pageFile({ language, title: name, meta, style: PAGE_STYLE, body }),
    losses: book.list(),
  };
}
