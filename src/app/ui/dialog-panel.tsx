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
}

export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  children,
  className,
  unasked = false,
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
            'appear fixed inset-x-0 bottom-0 z-40 flex max-h-[92dvh] flex-col overflow-y-auto rounded-t-card border border-line',
            'bg-raised p-5 shadow-high sm:inset-x-auto sm:top-[12vh] sm:bottom-auto sm:left-1/2 sm:max-h-[80vh]',
            'outline-none sm:w-[min(34rem,calc(100vw-2rem))] sm:-ml-[min(17rem,calc(50vw-1rem))] sm:rounded-card sm:p-6',
            className,
          )}
        >
          <Radix.Title className="pr-10 text-[17px]/6 font-semibold break-words">
            <TextSpan>{title}</TextSpan>
          </Radix.Title>
          {description && (
            <Radix.Description className="mt-1.5 text-muted">
              <TextSpan>{description}</TextSpan>
            </Radix.Description>
          )}
          {children}
          {/* Last in the DOM, so that the first field gets the focus on opening. */}
          <Radix.Close
            aria-label={closeLabel}
            className="absolute top-3.5 right-3.5 inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover pointer-coarse:size-11"
          >
            <X size={18} aria-hidden="true" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
