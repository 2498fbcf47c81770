import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextSpan } from '../ui/text-span.tsx';
import { useComments } from './comments-context.ts';
import { useFaces } from './use-threads.ts';
import { BATCH_MS, ReplyWatch, type Reply } from './watch-replies.ts';

const LOOK_EVERY_MS = 1000;

/** Announces replies of others in the user's threads to screen readers. */
export function AnnounceReplies() {
  const { store, me } = useComments();
  const { t } = useTranslation('comments');
  const faceOf = useFaces();
  const [news, setNews] = useState<readonly Reply[] | null>(null);
  useEffect(() => {
    const watch = new ReplyWatch(me);
    const take = (): void => watch.take(store.threads(), performance.now());
    take();
    const stop = store.on(take);
    const timer = setInterval(() => {
      const due = watch.due(performance.now());
      if (due) setNews(due);
    }, LOOK_EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [store, me]);
  useEffect(() => {
    if (news === null) return;
    // Removed again, so that it is not found when reading the page.
    const timer = setTimeout(() => setNews(null), BATCH_MS - LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [news]);
  const [only] = news ?? [];
  return (
    <div aria-live="polite" className="sr-only">
      {only && news?.length === 1 ? (
        <p>
          <TextSpan>{t('news.one', { name: faceOf(only.author).name, text: only.text })}</TextSpan>
        </p>
      ) : null}
      {news && news.length > 1 ? (
        <p>
          <TextSpan>{t('news.many', { count: news.length })}</TextSpan>
        </p>
      ) : null}
    </div>
  );
}
