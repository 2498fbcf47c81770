import type { useTranslation } from 'react-i18next';
import { copyCode } from './code-block/copy-code.ts';
import type { NodeNames } from './editor-extensions.ts';

/** Reads the language with each call, so that a new language needs no new editor. */
export const nameNodes = ({ t }: Pick<ReturnType<typeof useTranslation>['i18n'], 't'>): NodeNames => ({
  code: { name: () => t('editor:code.copy'), copy: (code) => copyCode(code, { t }) },
  details: {
    button: (summary) =>
      summary === '' ? t('editor:details.buttonEmpty') : t('editor:details.button', { summary }),
    placeholder: () => t('editor:details.placeholder'),
  },
  callout: (kind) => t(`editor:callout.${kind}`),
});
