import type { useTranslation } from 'react-i18next';
import { copyCode, type CodeCopying } from '../code-block/copy-code.ts';
import type { DetailsNames } from '../details/live-details.ts';
import type { CalloutKind } from '../schema/callout-kinds.ts';
import type { UnshownNames } from '../unshown/live-unshown.ts';

/** Labels of nodes, in the language of the interface at the time of the call. */
export interface NodeNames {
  readonly code: CodeCopying;
  readonly details: DetailsNames;
  readonly callout: (kind: CalloutKind) => string;
  readonly unshown: UnshownNames;
}

/** Reads the language with each call, so that a new language needs no new editor. */
export const nameNodes = ({ t }: Pick<ReturnType<typeof useTranslation>['i18n'], 't'>): NodeNames => ({
  code: { name: () => t('editor:code.copy'), copy: (code) => copyCode(code, { t }) },
  details: {
    button: (summary) =>
      summary === '' ? t('editor:details.buttonEmpty') : t('editor:details.button', { summary }),
    placeholder: () => t('editor:details.placeholder'),
  },
  callout: (kind) => t(`editor:callout.${kind}`),
  unshown: { text: () => t('editor:unshown.text'), remove: () => t('editor:unshown.remove') },
});
