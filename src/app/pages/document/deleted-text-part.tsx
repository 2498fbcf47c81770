import { DeletedTextDialog } from '../../history/deleted-text.tsx';
import type { PartProps } from './use-open-page.ts';

/** Deleted text of the open document. It comes back where the caret was last. */
export function DeletedTextPart({
  page: { room, editor, editable, history, panel },
  onClose,
}: PartProps & { readonly onClose: () => void }) {
  const bring = (lines: readonly string[]): void => {
    // On a narrow screen the panel would cover the text.
    if (panel.name === 'history') panel.toggle('history');
    editor.current?.insertRecovered(lines.map((text) => [[{ text, marks: {} }]]));
  };
  const head = async (): Promise<number | null> => {
    await room.flush();
    return room.seen();
  };
  return (
    <DeletedTextDialog
      documentId={room.documentId}
      head={head}
      onBring={editable && history.shown === null ? bring : null}
      onClose={onClose}
    />
  );
}
