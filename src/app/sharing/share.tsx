import { Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { loadLater } from '../ui/load-later.tsx';

const ShareDialog = loadLater(() => import('./share-dialog.tsx').then((part) => part.ShareDialog));

interface ShareProps {
  readonly documentId: string;
  readonly title: string;
  readonly userId: string;
  /** Whether I own the document: known before the list of people is there. */
  readonly owning: boolean;
  /** I left the document and have no business here any more. */
  readonly onLeft: () => void;
}

/** The *Share* button and its dialog. */
export function Share(props: ShareProps) {
  const { t } = useTranslation('room');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="max-sm:w-9 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0 pointer-coarse:max-sm:w-11"
      >
        <Users size={17} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('share')}</span>
      </Button>
      {open && (
        // Its words come with it; the page must not wait for them.
        <Suspense fallback={null}>
          <ShareDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
