import type { Editor } from '@tiptap/core';
import * as Popover from 'radix-ui/popover';
import { useEffect, useState, type ComponentProps, type ReactNode, type RefObject } from 'react';

interface NodeCardProps {
  readonly anchor: ComponentProps<typeof Popover.Anchor>['virtualRef'];
  readonly editor: Editor;
  readonly name: string;
  readonly className: string;
  /** Receives the focus when the user opened the card, not when a selection did. */
  readonly field: RefObject<HTMLElement | null>;
  readonly wantsFocus: boolean;
  readonly onClosed: () => void;
  readonly onEscape: (dismiss: () => void) => void;
  readonly children: (dismiss: () => void) => ReactNode;
}

/** Card beside a selected image or formula. */
export function NodeCard({ editor, field, wantsFocus, onClosed, ...card }: NodeCardProps) {
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    if (wantsFocus) field.current?.focus();
  }, [wantsFocus, field]);
  const dismiss = (): void => {
    setDismissed(true);
    onClosed();
  };
  return (
    <Popover.Root open={wantsFocus || !isDismissed} onOpenChange={dismiss}>
      <Popover.Anchor virtualRef={card.anchor} />
      <Popover.Portal>
        <Popover.Content
          className={`link-card ${card.className} appear`}
          aria-label={card.name}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (wantsFocus) field.current?.focus();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={() => card.onEscape(dismiss)}
          // The selection in the text decides whether the card stays.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && editor.view.dom.contains(event.target))
              event.preventDefault();
          }}
        >
          {card.children(dismiss)}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
