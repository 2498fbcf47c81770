import { memo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useComments } from './comments-context.ts';
import { MarginCards } from './margin-cards.tsx';
import { MarginIcons } from './margin-icons.tsx';
import { DRAFT_ID } from './new-thread.tsx';
import { ThreadSheet } from './thread-sheet.tsx';
import type { Seat } from './seat.ts';
import type { TextSide } from './text-side.ts';
import type { ShownThread } from './types.ts';
import { useSideView } from './use-side-view.ts';
import { useDesk, useThreads } from './use-threads.ts';

interface MarginProps {
  readonly side: TextSide;
  /** Only as icons, however much room there is. */
  readonly isSmall?: boolean;
}

/** Threads beside the text: as cards, as icons, or on a phone in a sheet. */
export const Margin = memo(function Margin({ side, isSmall = false }: MarginProps) {
  const { store, desk } = useComments();
  const { t } = useTranslation('comments');
  const threads = useThreads(store);
  const state = useDesk(desk);
  const layer = useRef<HTMLDivElement>(null);
  const view = useSideView(side, layer);
  const shown = threads.filter(({ id, is_resolved: isResolved }) => !isResolved || id === state.active);
  const seats: Seat[] =
    view === null ? [] : seatsOf(new Map(shown.map((thread) => [thread.id, thread])), view.tops);
  if (view !== null && state.draft !== null) {
    const place = view.tops.get(DRAFT_ID) ?? { line: view.from + 160 };
    seats.push({ id: DRAFT_ID, thread: null, top: place.line });
    seats.sort((one, other) => one.top - other.top);
  }
  const mode = isSmall && view !== null ? 'icons' : view?.mode;
  const { attaching } = state;
  const aimed = attaching && shown.find(({ id }) => id === attaching.thread);
  // One to deleted text has no place yet.
  if (view !== null && aimed && !seats.some(({ id }) => id === aimed.id))
    seats.push({ id: aimed.id, thread: aimed, top: view.from + 160 });
  return (
    <section
      ref={layer}
      aria-label={t('beside')}
      className="pointer-events-none absolute inset-0 print:hidden"
    >
      {view && mode === 'cards' ? <MarginCards seats={seats} view={view} /> : null}
      {view && mode === 'icons' ? <MarginIcons seats={seats} view={view} /> : null}
      {mode === 'sheet' ? <ThreadSheet seats={seats} /> : null}
    </section>
  );
});

/** Those of one line stand in the order of the text. */
const seatsOf = (
  threads: ReadonlyMap<string, ShownThread>,
  tops: ReadonlyMap<string, { readonly line: number }>,
): Seat[] =>
  [...tops]
    .flatMap(([id, { line }]) => {
      const thread = threads.get(id);
      return thread ? [{ id, thread, top: line }] : [];
    })
    .toSorted((one, other) => one.top - other.top);
