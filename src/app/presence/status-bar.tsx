import { clsx } from 'clsx';
import { CloudOff, TriangleAlert, Zap, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomCause, RoomStatus } from '../room/room-status.ts';
import { Button } from '../ui/button.tsx';

interface StatusBarProps {
  readonly status: RoomStatus;
  /** The way to sign in again. */
  readonly signIn: ReactNode;
  readonly onReload: () => void;
  /** More that can be done about it. */
  readonly children?: ReactNode;
}

/** How much it matters: words may be lost, words wait here, or others only see them later. */
type Weight = 'danger' | 'waiting' | 'note';

const CAUSES = {
  'no-network': { key: 'noNetwork', weight: 'waiting' },
  'server-unreachable': { key: 'serverUnreachable', weight: 'waiting' },
  'live-paused': { key: 'livePaused', weight: 'note' },
  'access-removed': { key: 'accessRemoved', weight: 'danger' },
  'write-removed': { key: 'writeRemoved', weight: 'danger' },
  'sign-in-expired': { key: 'signInExpired', weight: 'waiting' },
  'upgrade-required': { key: 'upgradeRequired', weight: 'danger' },
  'too-large': { key: 'tooLarge', weight: 'danger' },
  gone: { key: 'gone', weight: 'danger' },
  other: { key: 'other', weight: 'danger' },
} as const satisfies Record<RoomCause, { key: string; weight: Weight }>;

const ICONS: Record<Weight, LucideIcon> = { danger: TriangleAlert, waiting: CloudOff, note: Zap };

/** Why the document is not live or not saved, and what to do. Read out when it appears. */
export function StatusBar({ status, signIn, onReload, children }: StatusBarProps) {
  const { t } = useTranslation('room');
  const cause = status.kind === 'open' ? status.cause : null;
  // The region is there before it has something to say, or it would not be heard.
  return (
    <div aria-live="polite" className="print:hidden">
      {cause === null ? null : (
        <div
          className={clsx(
            'flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2',
            CAUSES[cause].weight === 'danger' && 'bg-danger/8 text-danger',
            CAUSES[cause].weight === 'waiting' && 'bg-amber/8 text-amber',
            CAUSES[cause].weight === 'note' && 'bg-hover text-muted',
          )}
        >
          <Weighed weight={CAUSES[cause].weight} />
          <p className="min-w-0 flex-1 basis-64">{t(`cause.${CAUSES[cause].key}`)}</p>
          {cause === 'sign-in-expired' ? signIn : null}
          {cause === 'upgrade-required' ? <Button onClick={onReload}>{t('reload')}</Button> : null}
          {children}
        </div>
      )}
    </div>
  );
}

function Weighed({ weight }: { readonly weight: Weight }) {
  const Icon = ICONS[weight];
  return <Icon size={17} aria-hidden="true" />;
}
