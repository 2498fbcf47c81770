import { clsx } from 'clsx';
import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useRef, type ReactNode } from 'react';
import { useToastsGone } from './toast.tsx';
import { TextSpan } from './text-span.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The heading, which names the dialog. */
  readonly title: string;
  readonly description?: ReactNode;
  readonly closeLabel: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** Not opened by the user: the dialog gets the focus, so that a key meant for the page presses no button. */
  readonly unasked?: boolean;
  /** No visible heading, no margins and no button to close: the content has its own. A phone shows it as a whole page. */
  readonly bare?: boolean;
  /** Called once the dialog has gone, before the focus returns. */
  readonly onGone?: () => void;
}

const SHEET =
  'inset-x-0 bottom-0 max-h-[92dvh] overflow-y-auto rounded-t-card p-5 sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:max-h-[80vh] sm:w-[min(34rem,calc(100vw-2rem))] sm:-ml-[min(17rem,calc(50vw-1rem))] sm:p-6';
const BARE =
  'inset-0 overflow-hidden sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:max-h-[min(36rem,76vh)] sm:w-[min(40rem,calc(100vw-2rem))] sm:-ml-[min(20rem,calc(50vw-1rem))]';

export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  children,
  className,
  unasked = false,
  bare = false,
  onGone,
}: DialogProps) {
  useToastsGone(open);
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const takeFocus = (event: Event): void => {
    opener.current = document.activeElement;
    if (!unasked) return;
    event.preventDefault();
    content.current?.focus();
  };
  const giveFocusBack = (event: Event): void => {
    event.preventDefault();
    onGone?.();
    // On a busy machine this comes late, and the user may have gone on.
    if (document.activeElement !== document.body) return;
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-40 bg-black/40" />
        <Radix.Content
          ref={content}
          data-sheet=""
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={giveFocusBack}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'appear fixed z-40 flex flex-col border border-line bg-raised shadow-high outline-none sm:left-1/2 sm:rounded-card',
            bare ? BARE : SHEET,
            className,
          )}
        >
          <Radix.Title className={bare ? 'sr-only' : 'pr-10 text-[17px]/6 font-semibold break-words'}>
            <TextSpan>{title}</TextSpan>
          </Radix.Title>
          {description && (
            <Radix.Description className="mt-1.5 text-muted">
              <TextSpan>{description}</TextSpan>
            </Radix.Description>
          )}
          {children}
          {/* Last in the DOM, so that the first field gets the focus on opening. */}
          {!bare && (
            <Radix.Close
              aria-label={closeLabel}
              className="absolute top-3.5 right-3.5 inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover pointer-coarse:size-11"
            >
              <X size={18} aria-hidden="true" />
            </Radix.Close>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
