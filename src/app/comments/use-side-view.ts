import { useEffect, useState, type RefObject } from 'react';
import type { TextSide, Top } from './text-side.ts';

/** Cards beside the text; icons beside it; or a sheet over its lower half. */
export type SideMode = 'cards' | 'icons' | 'sheet';

export const CARD_PX = 264;
const PHONE_PX = 700;

export interface SideView {
  readonly mode: SideMode;
  readonly tops: ReadonlyMap<string, Top>;
  /** Of the text column, in the layer. */
  readonly offset: number;
  /** Where the text column ends, in the layer. */
  readonly left: number;
  /** Of the layer. */
  readonly width: number;
  /** Part of the column that is in the window. */
  readonly from: number;
  readonly to: number;
}

function look(side: TextSide, layer: HTMLElement): SideView | null {
  const column = side.column()?.getBoundingClientRect();
  if (!column) return null;
  const own = layer.getBoundingClientRect();
  const room = own.right - column.right;
  return {
    mode: room >= CARD_PX ? 'cards' : own.width >= PHONE_PX ? 'icons' : 'sheet',
    tops: side.tops(),
    offset: column.top - own.top,
    left: column.right - own.left,
    width: own.width,
    from: -column.top,
    to: window.innerHeight - column.top,
  };
}

function isSameView(one: SideView | null, other: SideView | null): boolean {
  if (one === null || other === null) return one === other;
  const { tops: known, ...view } = one;
  const isSame = Object.entries(view).every(([key, value]) => other[key as keyof typeof view] === value);
  return (
    isSame &&
    known.size === other.tops.size &&
    [...known].every(([id, top]) => isSameTop(top, other.tops.get(id)))
  );
}

const isSameTop = (one: Top, other: Top | undefined): boolean =>
  one.top === other?.top && one.bottom === other.bottom && one.line === other.line;

/** Reads the places of threads at most once a frame. Null until the layer is there. */
export function useSideView(side: TextSide, layer: RefObject<HTMLElement | null>): SideView | null {
  const [view, setView] = useState<SideView | null>(null);
  useEffect(() => {
    let frame = 0;
    const read = (): void => {
      frame = 0;
      if (!layer.current) return;
      const seen = look(side, layer.current);
      // Most keys move nothing.
      setView((before) => (isSameView(before, seen) ? before : seen));
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    const stop = side.onLayout(soon);
    const observer = new ResizeObserver(soon);
    if (layer.current) observer.observe(layer.current);
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    soon();
    return () => {
      stop();
      observer.disconnect();
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [side, layer]);
  return view;
}
