import { Users } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { loadLater, partsOf } from '../ui/load-later.tsx';

const ShareDialog = loadLater(() => import('./share-dialog.tsx').then((part) => part.ShareDialog));

const waiting = partsOf(() => import('./waiting-requests.tsx'));
const WaitingBadge = waiting((all) => all.WaitingBadge);
const WaitingNote = waiting((all) => all.WaitingNote);

interface ShareProps {
  readonly documentId: string;
  readonly title: string;
  readonly userId: string;
  /** The current user owns the document; known before the members are loaded. */
  readonly owning: boolean;
  /** The user has left the document and no longer has access. */
  readonly onLeft: () => void;
}

/** The *Share* button with its dialog; marked while access requests are pending. */
export function Share(props: ShareProps) {
  const { t } = useTranslation('documentPage');
  const [open, setOpen] = useState(false);
  const note = useId();
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-describedby={note}
        onClick={() => setOpen(true)}
        className="relative max-sm:w-9 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0 pointer-coarse:max-sm:w-11"
      >
        <Users size={17} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('share')}</span>
        {props.owning && <WaitingBadge documentId={props.documentId} />}
      </Button>
      <output id={note} className="sr-only">
        {props.owning && <WaitingNote documentId={props.documentId} />}
      </output>
      {open && (
        // Suspends while its translations load; the page must not wait.
        <Suspense fallback={null}>
          <ShareDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
