import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, type TouchEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { useComments } from './comments-context.ts';
import type { Seat } from './seat.ts';
import { NewThread } from './new-thread.tsx';
import { ThreadCard } from './thread-card.tsx';
import { useDesk } from './use-threads.ts';

const SWIPE_PX = 60;

/** It shows one thread, which is the active one. */
const stay = (): void => undefined;

/** On a phone: the open thread in the lower part of the window, its text above. */
export function ThreadSheet({ seats }: { readonly seats: readonly Seat[] }) {
  const { desk } = useComments();
  const { active, isOpen, draft } = useDesk(desk);
  const isDraft = active === null && draft !== null;
  if (!isOpen || (!isDraft && !seats.some(({ id }) => id === active))) return null;
  return <Sheet key={isDraft ? 'draft' : 'threads'} seats={seats} />;
}

function Sheet({ seats }: { readonly seats: readonly Seat[] }) {
  const { desk, scrollTo } = useComments();
  const { t } = useTranslation('comments');
  const { active, draft } = useDesk(desk);
  const threads = seats.flatMap(({ thread }) => thread ?? []);
  const at = threads.findIndex(({ id }) => id === active);
  const thread = threads[at];
  const touch = useRef({ x: 0, y: 0 });
  // The text scrolls clear of the sheet.
  useEffect(() => {
    const { style } = document.body;
    style.paddingBottom = '45dvh';
    return () => {
      style.paddingBottom = '';
    };
  }, []);
  useEffect(() => {
    if (active !== null) scrollTo(active);
  }, [active, scrollTo]);
  const go = (step: number): void => {
    const next = threads[at + step];
    if (next) desk.activate(next.id);
  };
  const swipe = ({ changedTouches }: TouchEvent): void => {
    const end = changedTouches[0];
    if (!end) return;
    const [dx, dy] = [end.clientX - touch.current.x, end.clientY - touch.current.y];
    if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) go(dx < 0 ? 1 : -1);
  };
  return (
    <div
      data-sheet=""
      className="appear pointer-events-auto fixed inset-x-0 bottom-0 z-30 flex h-[45dvh] flex-col rounded-t-card border-t border-line bg-paper shadow-high"
      onTouchStart={({ touches }) => {
        const start = touches[0];
        if (start) touch.current = { x: start.clientX, y: start.clientY };
      }}
      onTouchEnd={swipe}
    >
      <div className="flex items-center gap-1 px-2 pt-1">
        {thread ? (
          <>
            <IconButton
              label={t('previous')}
              off={at === 0}
              icon={<ChevronLeft size={18} aria-hidden="true" />}
              onClick={() => go(-1)}
            />
            <p className="tabular text-[13px] text-muted">
              <TextSpan>{t('position', { at: at + 1, count: threads.length })}</TextSpan>
            </p>
            <IconButton
              label={t('next')}
              off={at === threads.length - 1}
              icon={<ChevronRight size={18} aria-hidden="true" />}
              onClick={() => go(1)}
            />
          </>
        ) : (
          <p className="px-2 font-semibold">{t('new')}</p>
        )}
        <IconButton
          className="ml-auto"
          label={t('closeThread')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={desk.close}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {thread ? (
          <ThreadCard key={thread.id} thread={thread} isActive onActivate={stay} />
        ) : (
          draft && <NewThread anchor={draft} takesFocus />
        )}
      </div>
    </div>
  );
}
