import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { joinLosses } from '#contract/formats/loss.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { LossList } from '../loss-list.tsx';
import { BadFiles } from './bad-files.tsx';
import type { BadFile, ChangesChoice, ShownText } from './types.ts';

interface ImportPreviewProps {
  readonly texts: readonly ShownText[];
  readonly bad: readonly BadFile[];
  readonly changes: ChangesChoice;
  readonly onChanges: (changes: ChangesChoice) => void;
}

/** The texts that will be documents, with all that is lost of them, and the files that cannot be read. */
export function ImportPreview({ texts, bad, changes, onChanges }: ImportPreviewProps) {
  const { t } = useTranslation(['imports', 'common']);
  const reasonOf = useReason();
  const losses = joinLosses(...texts.map((text) => text.losses));
  const count = losses.reduce((sum, loss) => sum + loss.count, 0);
  return (
    <>
      {texts.length > 0 && (
        <ul className="mt-3 flex max-h-[40vh] shrink-0 flex-col gap-2 overflow-y-auto">
          {texts.map((text, at) => (
            <Text key={`${at} ${text.title}`} text={text} isOnly={texts.length === 1} />
          ))}
        </ul>
      )}
      <TrackedChanges texts={texts} changes={changes} onChanges={onChanges} />
      {texts.length > 0 && count === 0 && (
        <p className="mt-3 text-muted">{t('imports:preview.nothingLost')}</p>
      )}
      {count > 0 && (
        <details className="mt-3 rounded-control border border-line px-3 py-2">
          <summary className="cursor-pointer font-medium">{t('imports:preview.losses', { count })}</summary>
          <LossList losses={losses} />
        </details>
      )}
      {bad.length > 0 && texts.length > 0 && (
        <h3 className="mt-4 font-semibold">{t('imports:bad.some', { count: bad.length })}</h3>
      )}
      <BadFiles files={bad.map((failure) => ({ name: failure.fileName, reason: reasonOf(failure) }))} />
    </>
  );
}

/** The title of an only text stands in the heading of the dialog. */
function Text({ text, isOnly }: { readonly text: ShownText; readonly isOnly: boolean }) {
  const { t } = useTranslation('imports');
  const { language } = useLanguage();
  const { title, words, pictures, comments } = text;
  const parts = [
    t('preview.words', { count: words }),
    ...(pictures > 0 ? [t('preview.pictures', { count: pictures })] : []),
    ...(comments > 0 ? [t('preview.comments', { count: comments })] : []),
  ];
  return (
    <li className="flex items-start gap-2.5">
      <FileText size={18} strokeWidth={1.5} className="mt-0.5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0">
        {!isOnly && (
          <span className="block break-words" dir="auto" translate="no">
            {title || t('preview.untitled')}
          </span>
        )}
        <span className="block text-[13px]/6 text-muted">{new Intl.ListFormat(language).format(parts)}</span>
      </div>
    </li>
  );
}

function TrackedChanges({ texts, changes, onChanges }: Omit<ImportPreviewProps, 'bad'>) {
  const { t } = useTranslation('imports');
  const [inserted, deleted, formatted] = (['inserted', 'deleted', 'formatted'] as const).map((kind) =>
    texts.reduce((sum, text) => sum + (text.changes?.[kind] ?? 0), 0),
  ) as [number, number, number];
  if (inserted + deleted + formatted === 0) return null;
  const counts = [
    ...(inserted > 0 ? [t('changes.inserted', { count: inserted })] : []),
    ...(deleted > 0 ? [t('changes.deleted', { count: deleted })] : []),
    ...(formatted > 0 ? [t('changes.formatted', { count: formatted })] : []),
  ];
  return (
    <div className="mt-4">
      <ChoiceGroup
        label={`${t('changes.legend')}: ${counts.join(', ')}`}
        value={changes}
        options={[
          { value: 'accept', label: t('changes.accept') },
          { value: 'refuse', label: t('changes.refuse') },
        ]}
        onChange={onChanges}
      />
    </div>
  );
}

function useReason(): (failure: BadFile) => string {
  const { t } = useTranslation('imports');
  return ({ code, part }) => {
    const reason = t(`failure.${code}`);
    return part === '' ? reason : t('inPart', { part, reason });
  };
}
