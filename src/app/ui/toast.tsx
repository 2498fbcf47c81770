/**
 * Toasts. react-hot-toast queues them (at most 20) and times them. Only its headless part is used: its styles would need
 * inline styles, which a strict content security policy forbids.
 */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { TextSpan } from './text-span.tsx';
import { MESSAGE_KEY, useToastFocus } from './use-toast-focus.ts';

/** Time on screen in milliseconds; hover and focus pause it. */
const TOAST_DURATION_MS = { plain: 4000, error: 4000, success: 2000 } as const;
/** With an action it stays at least so long: it may be the only way to take something back. */
const TO_DECIDE_MS = 10_000;

interface ToastAction {
  readonly label: string;
  readonly onPress: () => void;
}

interface ToastOptions {
  /** A toast with the same id is replaced instead of added. */
  readonly id?: string;
  readonly actions?: readonly ToastAction[];
  /** Longer than usual. */
  readonly durationMs?: number;
  /** It is about more than the page that shows it, and stays when that is left. */
  readonly outlivesPage?: boolean;
}

const POLITE = { role: 'status', 'aria-live': 'polite' } as const;
const ASSERTIVE = { role: 'alert', 'aria-live': 'assertive' } as const;

/** Each with the function of the library that shows it. */
const SHOW = { plain: toast, success: toast.success, error: toast.error } as const;

const show =
  (kind: keyof typeof SHOW) =>
  (text: string, options: ToastOptions = {}): string =>
    noted(
      SHOW[kind](content(text, options), {
        ...idOf(options),
        duration: durationOf(kind, options),
        ariaProps: kind === 'error' ? ASSERTIVE : POLITE,
      }),
      options,
    );

export const showToast = { plain: show('plain'), success: show('success'), error: show('error') } as const;

export const hideToast = (id: string): void => toast.dismiss(id);

/** Toasts to dismiss when the page is left. */
const ofPage = new Set<string>();
let page = new AbortController();

function noted(id: string, { outlivesPage }: ToastOptions): string {
  if (!outlivesPage) ofPage.add(id);
  return id;
}

/** Aborted when the page is left: ends what a toast offers beside its buttons. */
export const untilPageLeft = (): AbortSignal => page.signal;

/** Dismisses the toasts about a page that is left. */
export function leavePageOfToasts(): void {
  for (const id of ofPage) toast.dismiss(id);
  ofPage.clear();
  page.abort();
  page = new AbortController();
}

function durationOf(
  kind: keyof typeof TOAST_DURATION_MS,
  { durationMs, actions = [] }: ToastOptions,
): number {
  const ms = durationMs ?? TOAST_DURATION_MS[kind];
  return actions.length > 0 ? Math.max(ms, TO_DECIDE_MS) : ms;
}

function idOf({ id }: ToastOptions): { id?: string } {
  return id === undefined ? {} : { id };
}

function content(text: string, { actions = [] }: ToastOptions) {
  return (shown: Toast) => (
    <>
      <TextSpan className={actions.length > 0 ? 'flex-1' : ''}>{text}</TextSpan>
      {actions.map(({ label, onPress }) => (
        <button
          key={label}
          type="button"
          aria-keyshortcuts={label === actions[0]?.label ? MESSAGE_KEY : undefined}
          className="-my-1 rounded-md px-2 py-1 font-semibold underline underline-offset-2 hover:bg-paper/15 pointer-coarse:-my-3 pointer-coarse:min-h-11"
          onClick={() => {
            toast.dismiss(shown.id);
            onPress();
          }}
        >
          {label}
        </button>
      ))}
    </>
  );
}

/** Dismisses all toasts when a dialog opens; they would cover it. */
export function useToastsGone(open: boolean): void {
  useEffect(() => {
    if (open) toast.dismiss();
  }, [open]);
}

type Holder = 'pointer' | 'focus';

/** Toasts stay while the pointer or the focus is in one of them. */
function useHold(
  { startPause, endPause }: Pick<ReturnType<typeof useToaster>['handlers'], 'startPause' | 'endPause'>,
  count: number,
): (holder: Holder, holds: boolean) => void {
  const holders = useRef(new Set<Holder>());
  // A toast removed under the pointer fires no `mouseleave`.
  useEffect(() => {
    if (count > 0) return;
    holders.current.clear();
    endPause();
  }, [count, endPause]);
  return (holder, holds) => {
    const wasHeld = holders.current.size > 0;
    if (holds) holders.current.add(holder);
    else holders.current.delete(holder);
    const isHeld = holders.current.size > 0;
    if (isHeld && !wasHeld) startPause();
    if (!isHeld && wasHeld) endPause();
  };
}

/** Renders the toasts. Use it once. */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const visible = toasts.filter((shown) => shown.visible);
  const box = useRef<HTMLDivElement>(null);
  const leave = useToastFocus(box);
  const hold = useHold(handlers, visible.length);
  return (
    <div
      ref={box}
      className="toasts pointer-events-none fixed inset-x-4 z-60 flex flex-col items-center gap-2 print:hidden"
      onMouseEnter={() => hold('pointer', true)}
      onMouseLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={(event) => {
        hold('focus', false);
        leave(event);
      }}
    >
      {visible.map((shown) => (
        <div
          key={shown.id}
          {...shown.ariaProps}
          className="appear pointer-events-auto flex max-w-md items-center gap-2.5 rounded-card bg-ink px-4 py-3 text-paper shadow-high forced-colors:border"
        >
          {shown.type === 'success' && <CircleCheck size={18} aria-hidden="true" />}
          {shown.type === 'error' && <CircleAlert size={18} aria-hidden="true" />}
          {resolveValue(shown.message, shown)}
        </div>
      ))}
    </div>
  );
}
