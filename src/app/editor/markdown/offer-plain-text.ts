import type { useTranslation } from 'react-i18next';
import { hideToast, showToast } from '../../ui/toast.tsx';
import type { OfferPlainText } from './paste-markdown.ts';

const ID = 'pasted-markdown';
const DURATION_MS = 8000;

export const offerPlainText =
  ({ t }: Pick<ReturnType<typeof useTranslation>['i18n'], 't'>): OfferPlainText =>
  (keep) => {
    const actions = [{ label: t('editor:keepPlainText'), onPress: keep }];
    showToast.plain(t('editor:pastedMarkdown'), { id: ID, actions, durationMs: DURATION_MS });
    return () => hideToast(ID);
  };
