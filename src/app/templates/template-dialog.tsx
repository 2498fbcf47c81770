import { useTranslation } from 'react-i18next';
import { formatDate } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextSpan } from '../ui/text-span.tsx';
import type { OwnTemplate, Start } from './start.ts';
import { TemplateCard } from './template-card.tsx';
import { TemplateCards } from './template-cards.tsx';

interface TemplateDialogProps {
  /** Of the open folder; null: it has none. */
  readonly first: { readonly template: OwnTemplate; readonly folder: string } | null;
  /** The others of the user. */
  readonly mine: readonly OwnTemplate[];
  /** The key of the start that is being made; null: none. */
  readonly busy: string | null;
  readonly onChoose: (start: Start) => void;
  readonly onClose: () => void;
}

/** A choice of templates: that of the folder, the user's, ours. */
export function TemplateDialog({ first, mine, busy, onChoose, onClose }: TemplateDialogProps) {
  const { t } = useTranslation(['templates', 'common']);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('templates:title')}
      description={t('templates:text')}
      closeLabel={t('common:close')}
      className="sm:w-[min(50rem,calc(100vw-2rem))] sm:-ml-[min(25rem,calc(50vw-1rem))]"
    >
      {first && (
        <OwnGroup
          heading={t('templates:folders', { name: first.folder })}
          templates={[first.template]}
          busy={busy}
          onChoose={onChoose}
        />
      )}
      {mine.length > 0 && (
        <OwnGroup heading={t('templates:mine')} templates={mine} busy={busy} onChoose={onChoose} />
      )}
      <Heading>{t('templates:ours')}</Heading>
      <TemplateCards withPreview busy={busy} onChoose={onChoose} />
      <output className="sr-only">
        <TextSpan>{busy === null ? '' : t('templates:making')}</TextSpan>
      </output>
    </Dialog>
  );
}

function Heading({ children }: { readonly children: string }) {
  return (
    <h3 className="mt-5 mb-2 text-[13px] font-medium break-words text-muted">
      <TextSpan>{children}</TextSpan>
    </h3>
  );
}

interface OwnGroupProps extends Pick<TemplateDialogProps, 'busy' | 'onChoose'> {
  readonly heading: string;
  readonly templates: readonly OwnTemplate[];
}

function OwnGroup({ heading, templates, busy, onChoose }: OwnGroupProps) {
  const { t } = useTranslation(['templates', 'documents']);
  const { language } = useLanguage();
  return (
    <>
      <Heading>{heading}</Heading>
      <ul className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
        {templates.map(({ id, title, updatedAt }) => (
          <li key={id}>
            <TemplateCard
              name={
                title.trim() ? (
                  <span lang="" translate="no" dir="auto">
                    {title}
                  </span>
                ) : (
                  t('documents:untitled')
                )
              }
              text={t('templates:changed', { date: formatDate(updatedAt, language) })}
              busy={busy === id}
              off={busy !== null}
              onChoose={() => onChoose({ kind: 'document', id })}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
