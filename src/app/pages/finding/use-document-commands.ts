import {
  Download,
  History,
  Keyboard,
  MessageSquare,
  PencilLine,
  Printer,
  RotateCcw,
  Search,
  Users,
} from 'lucide-react';
import { selectTitle } from '../../editor/title/title-field.tsx';
import type { Command } from '../../find/rows.ts';
import { FILE_FORMATS, type FileFormat } from '../../formats/file-formats.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { isTouch } from '../../ui/is-touch.ts';
import type { PartProps } from '../document/use-open-page.ts';
import { makeCommand, type CommandId } from './command-names.ts';

const EXPORTS = { docx: 'word', markdown: 'markdown', html: 'html', text: 'text' } as const satisfies Record<
  FileFormat,
  CommandId
>;

interface Asking extends PartProps {
  readonly onShare: () => void;
  readonly onDeletedText: () => void;
  readonly onExport: (format: FileFormat) => void;
}

/** Commands of an open document: those that this user can give now. */
export function useDocumentCommands({ page, onShare, onDeletedText, onExport }: Asking): readonly Command[] {
  const { status, editable, editor, panel, history, isShutOut } = page;
  const { language } = useLanguage();
  if (isShutOut) return [];
  const isTextShown = history.shown === null;
  const make = (
    id: CommandId,
    icon: Command['icon'],
    run: () => void,
    isPossible = true,
  ): readonly Command[] => (isPossible ? [makeCommand(language, id, icon, run)] : []);
  return [
    ...make('share', Users, onShare, !status.ended),
    ...make('comments', MessageSquare, () => panel.toggle('comments'), panel.name !== 'comments'),
    ...make('history', History, () => panel.toggle('history'), panel.name !== 'history'),
    ...make('deletedText', RotateCcw, onDeletedText, editable && !status.ended),
    ...make('findInText', Search, () => editor.current?.openFind(), isTextShown),
    ...make('rename', PencilLine, selectTitle, isTextShown && editable && !status.ended),
    ...FILE_FORMATS.flatMap((format) => make(EXPORTS[format], Download, () => onExport(format), isTextShown)),
    ...make('print', Printer, () => window.print()),
    ...make('shortcuts', Keyboard, () => editor.current?.showShortcuts(), isTextShown && !isTouch()),
  ];
}
