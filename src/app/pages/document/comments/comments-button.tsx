import { MessageSquare } from 'lucide-react';
import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import type { PartProps } from '../use-open-page.ts';

const OpenCount = loadLater(() => import('./open-count.tsx').then((part) => part.OpenCount));

/** Opens the panel; shows the number of open threads. */
export function CommentsButton({ page: { panel, isShutOut, comments, user } }: PartProps) {
  const { t } = useTranslation('documentPage');
  const note = useId();
  if (isShutOut) return null;
  return (
    <IconButton
      label={t('comments')}
      aria-expanded={panel.name === 'comments'}
      aria-describedby={note}
      className="relative"
      icon={
        <>
          <MessageSquare size={18} aria-hidden="true" />
          <Suspense fallback={null}>
            {comments && <OpenCount comments={comments} me={user.id} note={note} />}
          </Suspense>
        </>
      }
      onClick={() => panel.toggle('comments')}
    />
  );
}
