import { useTranslation } from 'react-i18next';
import { formatExact } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { TextSpan } from '../ui/text-span.tsx';
import { CommentText } from './comment-text.tsx';
import { useComments } from './comments-context.ts';
import { quoteOf } from './quote-of.ts';
import type { ShownThread } from './types.ts';
import { useAuthors, useDesk, usePlace, useThreads } from './use-threads.ts';

/** Endnotes behind the text, on paper only, when they were asked for. */
export function PrintedComments() {
  const { store, desk } = useComments();
  const { t } = useTranslation('comments');
  const threads = useThreads(store);
  const { printed } = useDesk(desk);
  if (printed === null) return null;
  const shown = printed.flatMap((id) => threads.find((thread) => thread.id === id) ?? []);
  return (
    <section aria-label={t('title')} className="mx-6 mt-10 hidden border-t border-line pt-6 print:block">
      <h2 className="font-serif text-[22px]/7 font-semibold">{t('title')}</h2>
      <ol className="mt-3 flex flex-col gap-4 text-[13px]/5">
        {shown.map((thread, at) => (
          <li key={thread.id} value={at + 1} className="ml-6 list-decimal">
            <Quote thread={thread} />
            <Comments thread={thread} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ThreadProps {
  readonly thread: ShownThread;
}

/** Without a quote, the number in the text tells which it is. */
function Quote({ thread }: ThreadProps) {
  const { textAt } = useComments();
  const place = usePlace(thread);
  const { t } = useTranslation('comments');
  if (thread.anchor.kind === 'document') return <p className="text-muted">{t('wholeDocument')}</p>;
  const quote = quoteOf(thread, place, textAt);
  if (quote === null) return <p className="text-muted">{t('deletedText')}</p>;
  if (quote === '') return null;
  return (
    <blockquote translate="no" dir="auto" className="break-words text-muted italic">
      {quote}
    </blockquote>
  );
}

function Comments({ thread }: ThreadProps) {
  const { store } = useComments();
  const { t } = useTranslation('comments');
  const { language } = useLanguage();
  const authorOf = useAuthors();
  return thread.comments.map(({ id, body, created_at: at, ...by }) => (
    <div key={id} className="mt-1">
      <p className="flex flex-wrap gap-x-2 break-after-avoid">
        <TextSpan className="font-semibold">{authorOf(by).name}</TextSpan>
        <TextSpan className="text-muted">{formatExact(at, language)}</TextSpan>
      </p>
      {body === null ? (
        <p className="text-muted italic">{t('deletedComment')}</p>
      ) : (
        <CommentText body={body} people={store.people()} />
      )}
    </div>
  ));
}
