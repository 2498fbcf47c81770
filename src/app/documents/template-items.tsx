import { FilePlus2, FileText, FolderHeart, PencilLine, SquarePen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { documentPath } from '../data/paths.ts';
import { MenuItem, MenuSeparator } from '../ui/menu.tsx';
import type { TemplateActions } from './use-template-actions.ts';

interface TemplateItemsProps {
  readonly documentId: string;
  readonly actions: TemplateActions;
  /** Null for viewers. */
  readonly onRename: (() => void) | null;
  readonly onOffer: () => void;
}

/** In the menu of a template's row, in place of a document's commands. */
export function TemplateItems({ documentId, actions, onRename, onOffer }: TemplateItemsProps) {
  const { t } = useTranslation('documentList');
  const navigate = useNavigate();
  return (
    <>
      <MenuItem name={t('template.use')} icon={FilePlus2} onChoose={actions.use} />
      <MenuItem
        name={t('template.edit')}
        icon={SquarePen}
        onChoose={() => void navigate(documentPath(documentId))}
      />
      {onRename && <MenuItem name={t('rename')} icon={PencilLine} keys="F2" onChoose={onRename} />}
      <MenuItem name={t('template.offer')} icon={FolderHeart} onChoose={onOffer} />
      <MenuItem name={t('template.end')} icon={FileText} onChoose={actions.end} />
      <MenuSeparator />
    </>
  );
}
