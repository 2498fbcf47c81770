import { clsx } from 'clsx';
import { CloudOff, HardDrive, TriangleAlert, Zap, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite } from '#contract/roles.ts';
import type { RoomCause, RoomStatus } from '../room/room-status.ts';
import { Button } from '../ui/button.tsx';
import { TextSpan } from '../ui/text-span.tsx';

type OpenStatus = RoomStatus & { readonly kind: 'open' };

interface StatusBarProps {
  readonly status: OpenStatus;
  /** Instead of the text of the cause. */
  readonly text?: ReactNode;
  /** Button to sign in again. */
  readonly signIn: ReactNode;
  readonly onReload: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** Severity: changes may be lost, changes wait on this device, or others see them late. */
type Weight = 'danger' | 'waiting' | 'note';

/** `alone`: text if the device stores nothing and that makes a difference. */
const CAUSES = {
  'no-network': { text: 'cause.noNetwork', alone: 'alone.noNetwork', weight: 'waiting' },
  'server-unreachable': {
    text: 'cause.serverUnreachable',
    alone: 'alone.serverUnreachable',
    weight: 'waiting',
  },
  'live-paused': { text: 'cause.livePaused', alone: 'cause.livePaused', weight: 'note' },
  'access-removed': { text: 'cause.accessRemoved', alone: 'cause.accessRemoved', weight: 'danger' },
  'write-removed': { text: 'cause.writeRemoved', alone: 'alone.writeRemoved', weight: 'danger' },
  'sign-in-expired': { text: 'cause.signInExpired', alone: 'alone.signInExpired', weight: 'waiting' },
  'upgrade-required': { text: 'cause.upgradeRequired', alone: 'alone.upgradeRequired', weight: 'danger' },
  rebuilt: { text: 'cause.rebuilt', alone: 'alone.rebuilt', weight: 'danger' },
  'too-large': { text: 'cause.tooLarge', alone: 'alone.tooLarge', weight: 'danger' },
  'document-full': { text: 'cause.documentFull', alone: 'alone.documentFull', weight: 'danger' },
  gone: { text: 'cause.gone', alone: 'cause.gone', weight: 'danger' },
  'session-refused': { text: 'cause.sessionRefused', alone: 'alone.sessionRefused', weight: 'danger' },
  refused: { text: 'cause.refused', alone: 'alone.refused', weight: 'danger' },
  slow: { text: 'cause.slow', alone: 'alone.slow', weight: 'waiting' },
  'image-failed': { text: 'cause.imageFailed', alone: 'cause.imageFailed', weight: 'danger' },
} as const satisfies Record<RoomCause, { text: string; alone: string; weight: Weight }>;

/** Texts for viewers. */
const READING = {
  'no-network': 'reading.noNetwork',
  'server-unreachable': 'reading.serverUnreachable',
  'live-paused': 'reading.livePaused',
  'sign-in-expired': 'reading.signInExpired',
} as const satisfies Partial<Record<RoomCause, string>>;

const isToReaders = (cause: RoomCause): cause is keyof typeof READING => cause in READING;

function textOf(cause: RoomCause, { role, hasUnsaved, keeps }: OpenStatus) {
  if (isToReaders(cause) && !mayWrite(role) && !hasUnsaved) return READING[cause];
  return keeps ? CAUSES[cause].text : CAUSES[cause].alone;
}

/** Causes that a reload fixes. */
const TO_RELOAD: ReadonlySet<RoomCause> = new Set([
  'upgrade-required',
  'rebuilt',
  'too-large',
  'document-full',
  'session-refused',
  'refused',
]);

const LOOKS: Record<Weight, string> = {
  danger: 'bg-danger/8 text-danger',
  waiting: 'bg-amber/8 text-amber',
  note: 'bg-hover text-muted',
};

const ICONS: Record<Weight, LucideIcon> = { danger: TriangleAlert, waiting: CloudOff, note: Zap };

/** The text is read-only until the page is reloaded. */
export const needsReload = ({ cause }: OpenStatus): boolean => cause !== null && TO_RELOAD.has(cause);

/** Explains why the document is not live or not saved, and offers actions. Announced when it appears. */
export function StatusBar({ status, text, signIn, onReload, children }: StatusBarProps) {
  const { t } = useTranslation('documentPage');
  const { cause, storage, fullness } = status;
  const known = cause === null ? null : t(textOf(cause, status));
  const weight = weightOf(status);
  const withoutCause = fullness === null ? HardDrive : TriangleAlert;
  const Icon = known ? ICONS[weight] : withoutCause;
  // The live region must exist before its text, or screen readers do not announce it.
  return (
    <div aria-live="polite" className="print:hidden">
      {known === null && storage === null && fullness === null ? null : (
        <div className={clsx('flex gap-x-3 border-b border-line px-4 py-1', LOOKS[weight])}>
          <Icon size={17} aria-hidden="true" className="mt-2" />
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
            <div className="min-w-0 flex-1 basis-64 py-1.5">
              {known && <p>{text ?? <TextSpan>{known}</TextSpan>}</p>}
              {fullness && (
                <p>
                  <TextSpan>{t(`fullness.${fullness}`)}</TextSpan>
                </p>
              )}
              {storage && (
                <p>
                  <TextSpan>{`${t(`storage.${storage}`)}${known ? '' : ` ${t('untilSaved')}`}`}</TextSpan>
                </p>
              )}
            </div>
            {cause === 'sign-in-expired' ? signIn : null}
            {needsReload(status) ? <Button onClick={onReload}>{t('reload')}</Button> : null}
            {children}
          </div>
        </div>
      )}
    </div>
  );
}

/** Unsaved changes outweigh the state of the connection. */
function weightOf({ save, cause, fullness }: OpenStatus): Weight {
  if (save === 'not-saved') return 'danger';
  if (cause !== null) return CAUSES[cause].weight;
  if (fullness === null) return 'note';
  return fullness === 'full' ? 'danger' : 'waiting';
}
