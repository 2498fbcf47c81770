import { ClipboardCopy, History, Keyboard, Printer, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import type { TextFormat } from '#contract/text/text-format.ts';
import { LANGUAGES } from '#contract/languages.ts';
import { LANGUAGE_NAMES } from '../../i18n/language.ts';
import { setTextLanguage } from '#contract/text/text-language.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useTextLanguage } from './use-text-language.ts';

interface DocumentMenuProps {
  readonly doc: Y.Doc;
  readonly editable: boolean;
  /** The selection, or the whole text. */
  readonly takeText: (format: TextFormat) => Promise<string>;
  readonly onShortcuts: () => void;
  readonly onFind: () => void;
  readonly onHistory: () => void;
  /** Null without comments. */
  readonly withComments: {
    /** As Markdown: the selection, or the whole text. */
    readonly takeText: () => Promise<string>;
    readonly print: () => void;
  } | null;
  /** Actions of the document as a whole, above the language. */
  readonly children?: ReactNode;
}

/** Commands for the text as a whole. */
export function DocumentMenu(props: DocumentMenuProps) {
  const { doc, editable, takeText, onShortcuts, onFind, onHistory, withComments, children } = props;
  const { t } = useTranslation('editor');
  const copy = (take: () => Promise<string>): void => {
    take()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => showToast.success(t('documentMenu.copied')),
        () => showToast.error(t('documentMenu.copyFailed')),
      );
  };
  return (
    <div className="flex flex-col gap-1">
      <Button look="quiet" className="justify-start" onClick={onFind}>
        <Search size={17} aria-hidden="true" />
        <span>{t('documentMenu.find')}</span>
      </Button>
      <Button look="quiet" className="justify-start" onClick={onHistory}>
        <History size={17} aria-hidden="true" />
        <span>{t('documentMenu.history')}</span>
      </Button>
      {children}
      <Button look="quiet" className="justify-start" onClick={() => copy(() => takeText('markdown'))}>
        <ClipboardCopy size={17} aria-hidden="true" />
        <span>{t('documentMenu.copyMarkdown')}</span>
      </Button>
      {withComments && (
        <Button look="quiet" className="justify-start" onClick={() => copy(withComments.takeText)}>
          <ClipboardCopy size={17} aria-hidden="true" />
          <span>{t('documentMenu.copyComments')}</span>
        </Button>
      )}
      <Button look="quiet" className="justify-start" onClick={() => window.print()}>
        <Printer size={17} aria-hidden="true" />
        <span>{t('documentMenu.print')}</span>
      </Button>
      {withComments && (
        <Button look="quiet" className="justify-start" onClick={withComments.print}>
          <Printer size={17} aria-hidden="true" />
          <span>{t('documentMenu.printComments')}</span>
        </Button>
      )}
      <Button look="quiet" className="justify-start pointer-coarse:hidden" onClick={onShortcuts}>
        <Keyboard size={17} aria-hidden="true" />
        <span>{t('shortcuts.title')}</span>
      </Button>
      {editable ? <TextLanguage doc={doc} /> : null}
    </div>
  );
}

function TextLanguage({ doc }: { readonly doc: Y.Doc }) {
  const { t } = useTranslation('editor');
  return (
    <div className="pt-2">
      <ChoiceGroup
        label={t('documentMenu.language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        value={useTextLanguage(doc)}
        onChange={(next) => setTextLanguage(doc, next)}
      />
    </div>
  );
}
