import { useEffect, type MouseEvent, type ReactNode, type RefObject } from 'react';
import '../comments/highlights.css';
import type { Top } from '../comments/types.ts';
import type { DrawnThread, ThreadAttributes } from './mark-threads.ts';

/** Threads in a text that is drawn without an editor. */
export interface ShownThreads {
  readonly threads: readonly DrawnThread[];
  readonly active: string | null;
  /** Receives the ids at a click, the one with the shortest text first. */
  readonly onPick: (ids: readonly string[]) => void;
  /** The text is there, or has another size. Must be a stable function. */
  readonly onLayout: () => void;
}

export const NO_THREADS: ShownThreads = {
  threads: [],
  active: null,
  onPick: () => undefined,
  onLayout: () => undefined,
};

interface CommentedTextProps {
  /** As `markThreads` sets it. */
  readonly attrs: Readonly<Record<string, unknown>>;
  readonly isBlock: boolean;
  readonly children: ReactNode;
}

export function CommentedText({ attrs, isBlock, children }: CommentedTextProps) {
  const { ids, name } = attrs as unknown as ThreadAttributes;
  const Tag = isBlock ? 'div' : 'span';
  return (
    <Tag data-threads={ids.join(' ')} className={isBlock ? `${name}-block` : `${name}-mark`}>
      {children}
    </Tag>
  );
}

/** Highlights the active thread without drawing the text again. */
export function useThreadsIn(text: RefObject<HTMLElement | null>, { active, onLayout }: ShownThreads): void {
  useEffect(() => {
    for (const part of text.current?.querySelectorAll('[data-threads]') ?? [])
      part.classList.toggle('is-active', active !== null && idsOf(part).includes(active));
  });
  useEffect(() => {
    if (!text.current || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(onLayout);
    observer.observe(text.current);
    return () => observer.disconnect();
  }, [text, onLayout]);
}

export function pickThread({ target }: MouseEvent, onPick: ShownThreads['onPick']): void {
  const part = target instanceof Element ? target.closest('[data-threads]') : null;
  onPick(part ? idsOf(part) : []);
}

const idsOf = (part: Element): readonly string[] => part.getAttribute('data-threads')?.split(' ') ?? [];

/** Where the threads are in a column; those about the whole document at its title. */
export function measureThreads(column: Element, whole: readonly string[]): ReadonlyMap<string, Top> {
  const edge = column.getBoundingClientRect().top;
  const tops = new Map<string, Top>();
  const add = (id: string, part: Element): void => {
    const { top, bottom } = boxOf(part).getBoundingClientRect();
    const known = tops.get(id) ?? { top: top - edge, line: top - edge };
    tops.set(id, { ...known, bottom: bottom - edge });
  };
  const title = column.querySelector('.title-field');
  for (const id of title ? whole : []) add(id, title!);
  for (const part of column.querySelectorAll('[data-threads]')) for (const id of idsOf(part)) add(id, part);
  return tops;
}

/** A closed section, for what is in it. */
const boxOf = (part: Element): Element => part.closest('details:not([open])') ?? part;

/** Brings the text of a thread into view. False if it is not drawn. */
export function scrollToThread(column: Element, id: string): boolean {
  const part = column.querySelector(`[data-threads~="${CSS.escape(id)}"]`);
  const closed = part?.closest<HTMLDetailsElement>('details:not([open])');
  if (closed) closed.open = true;
  part?.scrollIntoView({ block: 'center' });
  return part !== null;
}
