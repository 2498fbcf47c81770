import { useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { isTouch } from '../ui/is-touch.ts';
import { TextSpan } from '../ui/text-span.tsx';
import { showToast } from '../ui/toast.tsx';
import { cardId } from './card-id.ts';
import { useComments } from './comments-context.ts';
import { ShowVersion } from './show-version.tsx';
import type { ShownThread } from './types.ts';
import { useDesk } from './use-threads.ts';

interface LostTextProps {
  readonly thread: ShownThread;
  readonly state: 'near' | 'none';
  readonly isActive: boolean;
}

const SMALL = '!h-7 !px-2 text-[13px] pointer-coarse:!h-11';

/** Of a thread whose text is gone: the version that had it, and a new place for the thread. */
export function LostText({ thread, state, isActive }: LostTextProps) {
  const { desk, cannot, isTextGone, onMoved, backToText } = useComments();
  const { t } = useTranslation('comments');
  const { attaching } = useDesk(desk);
  const isGone = useSyncExternalStore(onMoved, () => isTextGone(thread));
  const begin = (): void => {
    desk.beginAttaching(thread.id);
    // On a phone the focus would open the keyboard.
    if (!isTouch()) backToText();
  };
  if (attaching?.thread === thread.id && cannot === null) return <Attaching thread={thread} />;
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="text-[13px] text-amber">
        <TextSpan>{t(state === 'near' && isGone ? 'gone' : state)}</TextSpan>
      </p>
      {isActive ? (
        <span className="-ml-2 flex flex-wrap">
          <ShowVersion thread={thread} />
          {cannot === null ? (
            <Button
              look="quiet"
              className={SMALL}
              // Keeps the selection in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={begin}
            >
              {t('attachTo')}
            </Button>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}

/** Says where the thread will be attached. */
function Attaching({ thread }: Pick<LostTextProps, 'thread'>) {
  const { store, desk } = useComments();
  const { t } = useTranslation(['comments', 'errors']);
  const hint = useId();
  const [isBusy, setBusy] = useState(false);
  const anchor = useDesk(desk).attaching?.anchor ?? null;
  const attach = async (): Promise<void> => {
    if (anchor === null) return;
    setBusy(true);
    const code = await store.attach(thread.id, anchor);
    setBusy(false);
    if (code !== null) return void showToast.error(t(`errors:${code}`));
    desk.endAttaching();
    document.getElementById(cardId(thread.id))?.focus({ preventScroll: true });
    showToast.success(t('comments:attached'));
  };
  return (
    <div className="flex flex-col gap-1.5 text-[13px]">
      <output>
        {anchor === null ? (
          <span id={hint} className="flex flex-col">
            <TextSpan>{t('comments:attachHint')}</TextSpan>
            <TextSpan className="text-muted pointer-coarse:hidden">{t('comments:attachKeys')}</TextSpan>
          </span>
        ) : (
          <q id={hint} translate="no" dir="auto" className="line-clamp-2 break-words">
            {anchor.quote}
          </q>
        )}
      </output>
      <span className="flex flex-wrap gap-1">
        <Button
          look="primary"
          className={SMALL}
          data-attach=""
          off={anchor === null}
          busy={isBusy}
          aria-describedby={hint}
          // Keeps the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void attach()}
        >
          {t('comments:attach')}
        </Button>
        <Button look="quiet" className={SMALL} onClick={desk.endAttaching}>
          {t('comments:cancel')}
        </Button>
      </span>
    </div>
  );
}
