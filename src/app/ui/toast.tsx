/**
 * Toasts. react-hot-toast queues them (at most 20) and times them. Only its headless part is used: its styles would need
 * inline styles, which a strict content security policy forbids.
 */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { TextSpan } from './text-span.tsx';

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
}

const POLITE = { role: 'status', 'aria-live': 'polite' } as const;
const ASSERTIVE = { role: 'alert', 'aria-live': 'assertive' } as const;

export const showToast = {
  plain: (text: string, options: ToastOptions = {}) =>
    toast(content(text, options), {
      ...idOf(options),
      duration: durationOf('plain', options),
      ariaProps: POLITE,
    }),
  success: (text: string, options: ToastOptions = {}) =>
    toast.success(content(text, options), {
      ...idOf(options),
      duration: durationOf('success', options),
      ariaProps: POLITE,
    }),
  error: (text: string, options: ToastOptions = {}) =>
    toast.error(content(text, options), {
      ...idOf(options),
      duration: durationOf('error', options),
      ariaProps: ASSERTIVE,
    }),
} as const;

export const hideToast = (id: string): void => toast.dismiss(id);

function durationOf(kind: keyof typeof TOAST_DURATION_MS, { durationMs, actions }: ToastOptions): number {
  const ms = durationMs ?? TOAST_DURATION_MS[kind];
  return actions ? Math.max(ms, TO_DECIDE_MS) : ms;
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

/** Renders the toasts. Use it once. */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const visible = toasts.filter((shown) => shown.visible);
  const { endPause } = handlers;
  // A toast removed under the pointer fires no `mouseleave`.
  useEffect(() => {
    if (visible.length === 0) endPause();
  }, [visible.length, endPause]);
  return (
    <div
      className="pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--foot,0px)+var(--tray,0px))] z-60 flex flex-col items-center gap-2 print:hidden"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
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
