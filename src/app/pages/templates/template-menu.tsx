import { useQuery } from '@tanstack/react-query';
import { FilePlus2, FileText, GraduationCap } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { documentsQuery } from '../../data/documents.ts';
import { TemplateDialog } from '../../templates/template-dialog.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { MenuPanel } from '../../ui/menu-panel.tsx';
import type { Making, Starting } from './use-start.ts';

interface TemplateMenuProps {
  readonly folder: Starting['folder'];
  readonly making: Making;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function TemplateMenu({ folder, making, button, open, onOpenChange }: TemplateMenuProps) {
  const { t } = useTranslation(['templates', 'documents']);
  const { start, busy, cancel } = making;
  const [isChoosing, setChoosing] = useState(false);
  const { data = [] } = useQuery(documentsQuery());
  const kept = data.filter(({ deletedAt }) => deletedAt === null);
  const first = kept.find(({ id }) => id === folder?.templateId);
  const choose = (): void => {
    button.current?.focus();
    setChoosing(true);
  };
  const close = (): void => {
    cancel();
    setChoosing(false);
  };
  return (
    <>
      <MenuPanel
        open={open}
        onOpenChange={onOpenChange}
        button={button}
        align="end"
        onLeave={() => button.current?.focus()}
      >
        {first && (
          <MenuItem
            name={t('templates:fromFolders', { title: first.title.trim() || t('documents:untitled') })}
            icon={FileText}
            onChoose={() => start({ kind: 'document', id: first.id })}
          />
        )}
        <MenuItem name={t('templates:from')} icon={FilePlus2} onChoose={choose} />
        <MenuItem
          name={t('templates:sample')}
          icon={GraduationCap}
          onChoose={() => start({ kind: 'text', name: 'sample' })}
        />
      </MenuPanel>
      {isChoosing && (
        <TemplateDialog
          first={first && folder ? { template: first, folder: folder.name } : null}
          mine={kept.filter((one) => one.isTemplate && one !== first)}
          busy={busy}
          onChoose={start}
          onClose={close}
        />
      )}
    </>
  );
}
