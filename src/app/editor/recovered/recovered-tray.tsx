import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paragraph } from '../../room/deleted-text.ts';
import type { RecoveredText, RecoveryTray } from '../../room/recovery-tray.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { tellHeight } from '../../ui/tell-height.ts';
import { showToast } from '../../ui/toast.tsx';

interface RecoveredTrayProps {
  readonly tray: RecoveryTray;
  /** Null while the document is not editable. */
  readonly onInsert: ((paragraphs: readonly Paragraph[]) => void) | null;
  /** The last offer is gone, and with it the button that had the focus. */
  readonly onEmptied: () => void;
}

/** Toasts stand above the tray. */
const tellTray = tellHeight('--tray');

/** Offers text that was just typed here and deleted remotely. Fixed at the foot of the window, clear of the text. */
export function RecoveredTray({ tray, onInsert, onEmptied }: RecoveredTrayProps) {
  const { t } = useTranslation('editor');
  const offers = useSyncExternalStore(tray.subscribe, tray.list);
  const remove = (id: number): void => {
    tray.dismiss(id);
    if (tray.list().length === 0) onEmptied();
  };
  const removeAll = (): void => {
    tray.dismissAll();
    onEmptied();
  };
  // The live region must exist before its content, or screen readers do not announce it.
  return (
    <section
      aria-label={t('recovered.label')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--foot,0px)+0.75rem)] z-10 flex justify-center px-3 print:hidden"
    >
      {offers.length > 0 && (
        // A third of the height above the keyboard.
        <div
          ref={tellTray}
          className="appear pointer-events-auto flex max-h-[calc((100dvh-var(--keyboard,0px))/3)] w-full max-w-lg flex-col rounded-card border border-line bg-raised shadow-high"
        >
          {offers.length > 1 && (
            <div className="flex items-center justify-between gap-2 border-b border-line py-1 pr-2 pl-4">
              <h2 className="text-[13px] text-muted">{t('recovered.label')}</h2>
              <Button look="quiet" onClick={removeAll}>
                {t('recovered.dismissAll')}
              </Button>
            </div>
          )}
          <ul className="flex min-h-0 flex-col divide-y divide-line overflow-y-auto">
            {/* The newest shows without scrolling. */}
            {offers.toReversed().map((offer) => (
              <Offer key={offer.id} offer={offer} onInsert={onInsert} onDone={() => remove(offer.id)} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

interface OfferProps {
  readonly offer: RecoveredText;
  readonly onInsert: RecoveredTrayProps['onInsert'];
  readonly onDone: () => void;
}

function Offer({ offer, onInsert, onDone }: OfferProps) {
  const { t } = useTranslation('editor');
  const copy = (): void => {
    navigator.clipboard.writeText(offer.text).then(
      () => showToast.success(t('recovered.copied')),
      () => showToast.error(t('recovered.copyFailed')),
    );
  };
  return (
    <li className="py-2 pr-2 pl-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="min-w-0 truncate text-[13px] text-muted">
          {offer.by === null ? t('recovered.byUnknown') : t('recovered.by', { name: offer.by })}
        </h3>
        <IconButton
          label={t('recovered.dismiss')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={onDone}
        />
      </div>
      <p translate="no" dir="auto" className="line-clamp-2 font-serif break-words whitespace-pre-line">
        {offer.text}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {onInsert && (
          <Button
            onClick={() => {
              onDone();
              onInsert(offer.paragraphs);
            }}
          >
            {t('recovered.insert')}
          </Button>
        )}
        <Button look="quiet" onClick={copy}>
          {t('recovered.copy')}
        </Button>
      </div>
    </li>
  );
}
