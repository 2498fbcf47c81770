import { escapeHtml } from '#contract/text/escape-html.ts';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { LeavingText } from '#contract/formats/leaving-text.ts';
import { formatExact } from '../../../i18n/format-date.ts';
import { labelsOf } from '../file-labels.ts';
import { element } from './tags.ts';
import { placesOf, type NumberedThread } from './thread-places.ts';
import { writeEach } from './write-blocks.ts';

/** An aside for each thread, below the text. */
export function writeComments(threads: readonly NumberedThread[], language: LeavingText['language']): string {
  if (threads.length === 0) return '';
  const labels = labelsOf(language);
  const asides = threads.map((thread) => writeThread(thread, language));
  return `<section data-type="comments"><h2>${escapeHtml(labels.comments)}</h2>${asides.join('\n')}</section>\n`;
}

function writeThread(
  { number, ranges, quote, isResolved, comments }: NumberedThread,
  language: LeavingText['language'],
): string {
  const labels = labelsOf(language);
  const isPlaced = ranges.length > 0;
  const sign = isPlaced ? element('a', { href: `#place-${number}` }, String(number)) : String(number);
  const about =
    quote === ''
      ? isPlaced
        ? ''
        : escapeHtml(labels.wholeDocument)
      : element('q', { dir: 'auto' }, escapeHtml(quote));
  const state = isResolved ? ` <em>${escapeHtml(labels.resolved)}</em>` : '';
  const entries = comments.map(({ author, at, body }) => {
    const time = element('time', { datetime: at.toISOString() }, escapeHtml(formatExact(at, language)));
    const text = body === null ? `<p><em>${escapeHtml(labels.deletedComment)}</em></p>` : writeBody(body);
    return `<div><p><strong>${escapeHtml(author)}</strong> ${time}</p>${text}</div>`;
  });
  return element('aside', { id: `comment-${number}` }, `<p>${sign} ${about}${state}</p>${entries.join('')}`);
}

const writeBody = ({ content }: CommentBody): string =>
  writeEach(content, 0, {
    places: placesOf([]),
    pictureAt: () => null,
    pictureName: '',
  }).join('');
