import { MessageSquare } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format-number.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { TextSpan } from '../ui/text-span.tsx';
import { useComments } from './comments-context.ts';
import type { Seat } from './seat.ts';
import { DRAFT_ID, NewThread } from './new-thread.tsx';
import { ThreadCard } from './thread-card.tsx';
import type { ShownThread } from './types.ts';
import type { SideView } from './use-side-view.ts';
import { useDesk } from './use-threads.ts';

/** Threads closer than this share an icon. */
const NEAR_PX = 28;
const POPOVER_PX = 304;
/** The padding of the text column. */
const PADDING_PX = 24;
/** Room for the icon at the edge of a phone. */
const WIDEST_PX = 46;

interface MarginIconsProps {
  readonly seats: readonly Seat[];
  readonly view: SideView;
}

const groupSeats = (seats: readonly Seat[]): readonly (readonly Seat[])[] => {
  const groups: Seat[][] = [];
  for (const seat of seats) {
    const last = groups.at(-1);
    if (last?.[0] && seat.top - last[0].top < NEAR_PX) last.push(seat);
    else groups.push([seat]);
  }
  return groups;
};

/** An icon with a count beside each line that has threads; it opens them over the text. */
export function MarginIcons({ seats, view }: MarginIconsProps) {
  const { desk } = useComments();
  const { active, isOpen, draft } = useDesk(desk);
  const open = isOpen ? (draft !== null && active === null ? DRAFT_ID : active) : null;
  return groupSeats(seats).map((group) => {
    const [first] = group;
    if (!first) return null;
    return (
      <Group
        key={first.id}
        group={group}
        open={open}
        isActive={group.some(({ id }) => id === active)}
        x={Math.min(view.left - PADDING_PX, view.width - WIDEST_PX)}
        y={view.offset + first.top}
      />
    );
  });
}

interface GroupProps {
  readonly group: readonly Seat[];
  readonly open: string | null;
  readonly isActive: boolean;
  readonly x: number;
  readonly y: number;
}

function Group({ group, open, isActive, x, y }: GroupProps) {
  const { desk } = useComments();
  const { t } = useTranslation('comments');
  const { language } = useLanguage();
  const count = group.reduce((sum, { thread }) => sum + (thread?.comments.length ?? 1), 0);
  const isOpen = group.some(({ id }) => id === open);
  const toggle = (): void => {
    const [first] = group;
    if (isOpen || !first) desk.close();
    else if (first.thread !== null) desk.activate(first.id);
    else desk.activate(null);
  };
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t('count', { count })}
        style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}
        className={`pointer-events-auto absolute top-0 left-0 z-8 inline-flex h-7 min-w-7 items-center justify-center gap-0.5 rounded-control px-1 text-[12px] font-semibold hover:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11 ${isActive ? 'text-ink' : 'text-muted'}`}
        onClick={toggle}
      >
        <MessageSquare size={16} fill={isActive ? 'currentColor' : 'none'} aria-hidden="true" />
        <TextSpan aria-hidden="true" className="tabular">
          {formatNumber(count, language)}
        </TextSpan>
      </button>
      {isOpen ? <Opened group={group} open={open} y={y} /> : null}
    </>
  );
}

/** Closes on Escape and on a click elsewhere. */
function Opened({ group, open, y }: Pick<GroupProps, 'group' | 'open' | 'y'>) {
  const { desk } = useComments();
  const { draft } = useDesk(desk);
  const box = useRef<HTMLDivElement>(null);
  const activate = useCallback(({ id }: ShownThread) => desk.activate(id), [desk]);
  useEffect(() => {
    const leave = (event: PointerEvent): void => {
      const { target } = event;
      // Menus and dialogs of the card are drawn elsewhere in the page.
      if (desk.read().attaching !== null) return;
      if (target instanceof Element && !box.current?.contains(target) && target.closest('main')) desk.close();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [desk]);
  return (
    <div
      ref={box}
      style={{ width: POPOVER_PX, transform: `translateY(${Math.round(y + 32)}px)` }}
      className="pointer-events-auto absolute top-0 right-2 z-10 flex max-h-[60dvh] flex-col gap-2 overflow-y-auto rounded-card"
    >
      {group.map(({ id, thread }) =>
        thread === null ? (
          draft && <NewThread key={id} anchor={draft} takesFocus />
        ) : (
          <ThreadCard key={id} thread={thread} isActive={id === open} onActivate={activate} />
        ),
      )}
    </div>
  );
}
