import { History } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PATHS, type PanelName } from '../../data/paths.ts';
import { Share } from '../../sharing/share.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { PageBell } from '../page-bell.tsx';
import { CommentsButton } from './comments/comments-button.tsx';
import type { PartProps } from './use-open-page.ts';

type Part = ComponentType<PartProps>;

/** A feature with a button in the bar, and maybe a panel at the side of the text. The button draws its own badge. */
type Panel = (
  | { readonly name: PanelName; readonly Button: Part; readonly Side: Part }
  | { readonly name: string; readonly Button: Part; readonly Side?: never }
) & {
  /** Up to this width the button gives its room to a longer state of saving. */
  readonly yields?: 'sm' | 'lg';
};

/** In the order of the bar. */
export const PANELS: readonly Panel[] = [
  { name: 'notifications', Button: BellButton, yields: 'lg' },
  { name: 'share', Button: ShareButton },
  {
    name: 'comments',
    Button: CommentsButton,
    yields: 'sm',
    Side: loadLater(() => import('./comments/comments-side.tsx').then((part) => part.CommentsSide)),
  },
  {
    name: 'history',
    Button: HistoryButton,
    Side: loadLater(() => import('./history-side.tsx').then((part) => part.HistorySide)),
  },
];

/** A phone has no room for it, a narrow window only for news. The list of documents always has it. */
function BellButton() {
  return <PageBell className="max-sm:hidden max-lg:not-has-data-count:hidden" />;
}

function ShareButton({ page: { room, status, title, user } }: PartProps) {
  const navigate = useNavigate();
  if (status.ended) return null;
  return (
    <Share
      documentId={room.documentId}
      title={title}
      userId={user.id}
      owning={status.role === 'owner'}
      onLeft={() => void navigate(PATHS.documents, { replace: true })}
    />
  );
}

function HistoryButton({ page: { panel, isShutOut } }: PartProps) {
  const { t } = useTranslation('documentPage');
  if (isShutOut) return null;
  return (
    <IconButton
      label={t('history')}
      aria-expanded={panel.name === 'history'}
      icon={<History size={18} aria-hidden="true" />}
      onClick={() => panel.toggle('history')}
    />
  );
}
