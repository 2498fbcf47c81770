import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomStatus } from '../room/room-status.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CopyAndExport } from './copy-and-export.tsx';

const MINUTE_MS = 60_000;
const LONG_MS = 5 * MINUTE_MS;
const PAUSE_MS = 1500;
const TYPING = ['keydown', 'input'] as const;

interface LongUnsavedDialogProps {
  readonly status: RoomStatus & { readonly kind: 'open' };
  readonly title: string;
  readonly readText: () => Promise<string>;
}

/** Opens once when changes have been unsaved for minutes, and offers to copy or export the text. */
export function LongUnsavedDialog({ status, title, readText }: LongUnsavedDialogProps) {
  const { t } = useTranslation(['unsent', 'common']);
  const isLong = status.unsavedForMs >= LONG_MS;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isLong) return undefined;
    const stop = whenTypingPauses(() => setIsOpen(true));
    return () => {
      stop();
      setIsOpen(false);
    };
  }, [isLong]);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      unasked
      title={t('unsent:long.title', { count: Math.floor(status.unsavedForMs / MINUTE_MS) })}
      description={t(status.keeps ? 'unsent:long.kept' : 'unsent:long.alone')}
      closeLabel={t('common:close')}
    >
      <div className="mt-5 flex flex-wrap gap-2">
        <CopyAndExport title={title} read={readText} />
        <Button look="primary" onClick={() => setIsOpen(false)}>
          {t('unsent:long.keepWriting')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Opening a dialog moves the focus, which would swallow keystrokes. */
function whenTypingPauses(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const stop = (): void => {
    clearTimeout(timer);
    for (const name of TYPING) window.removeEventListener(name, wait);
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stop();
      run();
    }, PAUSE_MS);
  };
  for (const name of TYPING) window.addEventListener(name, wait);
  wait();
  return stop;
}
