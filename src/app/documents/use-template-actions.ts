import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { afterWaiting } from '../data/change-list-later.ts';
import { setTemplate, type ListedDocument } from '../data/documents.ts';
import { documentPath } from '../data/paths.ts';
import { showToast } from '../ui/toast.tsx';
import type { RowChange } from './row-change.ts';

export interface TemplateActions {
  /** A copy becomes the template. */
  readonly save: () => void;
  /** Makes a document from it, and opens that. */
  readonly use: () => void;
  /** A template becomes a document again. */
  readonly end: () => void;
}

export function useTemplateActions(
  { id, title: listed }: ListedDocument,
  userId: string,
  change: (change: RowChange) => void,
): TemplateActions {
  const { t } = useTranslation(['documents', 'documentList']);
  const navigate = useNavigate();
  const title = listed.trim() || t('documents:untitled');
  const say = (text: string): void => void showToast.success(text, { outlivesPage: true });
  return {
    save: () =>
      change({
        ask: async () => {
          const part = await import('./start-from.ts');
          await part.saveAsTemplate(id, userId);
        },
        failed: t('documentList:template.saveFailed', { title }),
        onDone: () => say(t('documentList:template.saved', { title })),
        slow: true,
      }),
    use: () =>
      change({
        ask: async () => {
          const part = await import('./start-from.ts');
          await navigate(documentPath(await part.startFrom(id, userId)));
        },
        failed: t('documentList:template.useFailed', { title }),
        slow: true,
      }),
    end: () =>
      change({
        ask: () => afterWaiting(id, () => setTemplate(id, false)),
        shown: { isTemplate: false },
        failed: t('documentList:changeFailed', { title }),
        onDone: () => say(t('documentList:template.ended', { title })),
      }),
  };
}
