import { useTranslation } from 'react-i18next';
import { cutText } from '#contract/cut-text.ts';
import { isUnread } from '../room/comments/reading-marks.ts';
import { useComments } from './comments-context.ts';
import { quoteOf } from './quote-of.ts';
import type { Place, ShownThread } from './types.ts';
import { useAuthors } from './use-threads.ts';

const QUOTE_CHARS = 60;
/** A thread without comments is about to go. */
const NOBODY = { author: null, file_author: null };

/** Accessible names of threads: 'Jana, to “the plan”, 2 replies, open'. */
export function useThreadName(): (thread: ShownThread, place: Place) => string {
  const { me, textAt } = useComments();
  const { t } = useTranslation('comments');
  const authorOf = useAuthors();
  return (thread, place) => {
    const [first = NOBODY] = thread.comments;
    const count = thread.comments.length - 1;
    const state = t(thread.is_resolved ? 'state.resolved' : 'state.open');
    const words = {
      name: authorOf(first).name,
      replies: count > 0 ? t('replies', { count }) : t('noReplies'),
      state: isUnread(thread, me) ? `${state}, ${t('state.unread')}` : state,
    };
    if (thread.anchor.kind === 'document') return t('threadNameWhole', words);
    const quote = quoteOf(thread, place, textAt);
    if (quote === null || place.state === 'none') return t('threadNameGone', words);
    return quote === ''
      ? t('threadNameAlone', words)
      : t('threadName', { ...words, quote: cutText(quote, QUOTE_CHARS) });
  };
}
