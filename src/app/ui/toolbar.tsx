import { useRef, type ComponentProps, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const itemsOf = (toolbar: HTMLElement): HTMLElement[] => [
  ...toolbar.querySelectorAll<HTMLElement>('[data-toolbar-item]:not(:disabled)'),
];

type ToolbarProps = Omit<ComponentProps<'div'>, 'role' | 'tabIndex' | 'onFocus' | 'onMouseDown'>;

/** A toolbar with a single tab stop (roving focus): remembers the focused button, and arrow keys move along. */
export function Toolbar({ onKeyDown, ...rest }: ToolbarProps) {
  const last = useRef<EventTarget | null>(null);
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    const items = itemsOf(currentTarget);
    if (target !== currentTarget) last.current = target;
    else (items.find((item) => item === last.current) ?? items[0])?.focus();
  };
  const step = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Tab' && event.shiftKey) skip(event.currentTarget);
    const items = itemsOf(event.currentTarget);
    const at = items.findIndex((item) => item === event.target);
    const next = at === -1 || hasModifier(event) ? undefined : STEPS[event.key]?.(at, items.length);
    if (next !== undefined) {
      event.preventDefault();
      items[next]?.focus();
    }
    onKeyDown?.(event);
  };
  return (
    <div
      {...rest}
      role="toolbar"
      aria-orientation="horizontal"
      tabIndex={0}
      onFocus={enter}
      onKeyDown={step}
      onMouseDown={keepFocus}
    />
  );
}

/** Lets Shift+Tab leave the toolbar instead of focusing its button again. */
function skip(toolbar: HTMLElement): void {
  toolbar.tabIndex = -1;
  setTimeout(() => (toolbar.tabIndex = 0));
}

const hasModifier = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;

/** A press between the buttons keeps the focus. Ignores events that bubble through React from a menu's portal. */
function keepFocus(event: MouseEvent): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (!target.closest('[data-toolbar-item]')) event.preventDefault();
}

/** A button of a toolbar. */
export function ToolbarItem(props: ComponentProps<'button'>) {
  return <button type="button" {...props} data-toolbar-item tabIndex={-1} />;
}
