import { MessageSquare } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import { collapseSeats } from './collapse-seats.ts';
import { useComments } from './comments-context.ts';
import { layoutCards } from './layout-cards.ts';
import type { Seat } from './seat.ts';
import { DRAFT_ID, NewThread } from './new-thread.tsx';
import { ThreadCard } from './thread-card.tsx';
import type { ShownThread } from './types.ts';
import { CARD_PX, type SideView } from './use-side-view.ts';
import { useDesk } from './use-threads.ts';

const GAP_PX = 10;
/** Until a card is measured. */
const USUAL_PX = 110;

/** Cards beside their lines. Only those within a screen of the window are drawn. */
export function MarginCards({ seats, view }: { readonly seats: readonly Seat[]; readonly view: SideView }) {
  const { desk } = useComments();
  const state = useDesk(desk);
  const [expanded, setExpanded] = useState<string | null>(null);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const measure = useCallback((id: string, height: number) => {
    setHeights((before) => (before.get(id) === height ? before : new Map(before).set(id, height)));
  }, []);
  const activate = useCallback(({ id }: ShownThread) => desk.activate(id), [desk]);
  const active = state.draft !== null && state.active === null ? DRAFT_ID : state.active;
  const screen = view.to - view.from;
  const near = collapseSeats(seats, { screen, active, expanded }).filter(
    ({ id, top }) => id === active || (top > view.from - screen && top < view.to + screen),
  );
  const tops = layoutCards(
    near.map(({ id, top }) => ({ id, wanted: top, height: heights.get(id) ?? USUAL_PX })),
    active,
    GAP_PX,
    GAP_PX,
  );
  return near.map((place) => {
    const { id } = place;
    return (
      <Card
        key={id}
        id={id}
        // The active card may have pushed it out of the page.
        isShown={heights.has(id) && (tops.get(id) ?? 0) >= 0}
        isActive={id === active}
        x={view.left}
        y={view.offset + (tops.get(id) ?? 0)}
        onHeight={measure}
      >
        {'group' in place ? (
          <Group
            count={place.group.reduce((sum, { thread }) => sum + (thread?.comments.length ?? 0), 0)}
            isExpanded={id === expanded}
            onToggle={() => setExpanded(id === expanded ? null : id)}
          />
        ) : place.thread === null ? (
          state.draft && <NewThread anchor={state.draft} takesFocus={state.isOpen} />
        ) : (
          <ThreadCard thread={place.thread} isActive={id === active} onActivate={activate} />
        )}
      </Card>
    );
  });
}

interface GroupProps {
  readonly count: number;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
}

/** Threads of near lines. */
function Group({ count, isExpanded, onToggle }: GroupProps) {
  const { t } = useTranslation('comments');
  return (
    <Button className="!justify-start" aria-expanded={isExpanded} onClick={onToggle}>
      <MessageSquare size={16} aria-hidden="true" />
      <TextSpan>{t('count', { count })}</TextSpan>
    </Button>
  );
}

interface CardProps {
  readonly id: string;
  readonly isShown: boolean;
  readonly isActive: boolean;
  readonly x: number;
  readonly y: number;
  readonly onHeight: (id: string, height: number) => void;
  readonly children: React.ReactNode;
}

function Card({ id, isShown, isActive, x, y, onHeight, children }: CardProps) {
  const take = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      const observer = new ResizeObserver(() => onHeight(id, element.offsetHeight));
      observer.observe(element);
      return () => observer.disconnect();
    },
    [id, onHeight],
  );
  return (
    <div
      ref={take}
      style={{
        width: CARD_PX - 20,
        transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)`,
        visibility: isShown ? 'visible' : 'hidden',
        // Below the bar at the foot.
        zIndex: isActive ? 7 : 6,
      }}
      className={
        isShown
          ? 'pointer-events-auto absolute top-0 left-0 transition-transform duration-150 ease-calm'
          : 'pointer-events-auto absolute top-0 left-0'
      }
    >
      {children}
    </div>
  );
}
