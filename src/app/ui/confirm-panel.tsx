import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { buttonLook } from './button-look.ts';
import { useToastsGone } from './toast.tsx';
import { TextSpan } from './text-span.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** Names the consequences, and the data that stays. */
  readonly text: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
  /** The dialog stays open until the caller closes it. */
  readonly onConfirm: () => void;
}

export function ConfirmPanel(props: ConfirmDialogProps) {
  useToastsGone(props.open);
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-50 bg-black/40" />
        <Radix.Content
          // Only a choice closes it; Escape counts as Cancel.
          onInteractOutside={(event) => event.preventDefault()}
          className="appear fixed inset-x-4 top-[20vh] z-50 mx-auto max-w-md rounded-card border border-line bg-raised p-5 shadow-high sm:p-6"
        >
          <Radix.Title className="text-[17px]/6 font-semibold break-words">
            <TextSpan>{props.title}</TextSpan>
          </Radix.Title>
          <Radix.Description className="mt-2 text-muted">
            <TextSpan>{props.text}</TextSpan>
          </Radix.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Radix.Close className={buttonLook('plain')}>{props.cancelLabel}</Radix.Close>
            <Button
              look={props.danger ? 'danger' : 'primary'}
              busy={props.busy ?? false}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
