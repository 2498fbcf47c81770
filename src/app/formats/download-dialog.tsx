import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import type { Loss } from '#contract/formats/loss.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { formatList } from '../i18n/names.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { downloadBlob } from '../ui/download-file.ts';
import { TextSpan } from '../ui/text-span.tsx';
import { showToast } from '../ui/toast.tsx';
import { COMPARED_FORMATS, FILE_FORMATS, type FileFormat } from './file-formats.ts';
import { LossList } from './loss-list.tsx';

export interface Wanted {
  readonly format: FileFormat;
  readonly withComments: boolean;
  /** Receives how many documents are done. */
  readonly onProgress: (done: number) => void;
}

interface DownloadDialogProps {
  readonly heading: string;
  readonly hasComments: boolean;
  /** Of documents. */
  readonly count?: number;
  readonly write: (wanted: Wanted) => Promise<WrittenFile>;
  /** Makes a web page with the changes, which has no comments; undefined where nothing is compared. */
  readonly writeComparison?: () => Promise<WrittenFile>;
  /** Chosen at first; the first of the list unless given. */
  readonly first?: FileFormat;
  readonly onClose: () => void;
}

type Choice = FileFormat | 'comparison';

type Step =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'running'; readonly done: number }
  | { readonly kind: 'done'; readonly losses: readonly Loss[] };

/** Asks for a format, makes the file, and lists what it could not carry. */
export function DownloadDialog(props: DownloadDialogProps) {
  const { heading, hasComments, count = 1, write, writeComparison, onClose } = props;
  const formats = writeComparison ? COMPARED_FORMATS : FILE_FORMATS;
  const { t } = useTranslation(['formats', 'common', 'errors']);
  const [format, setFormat] = useState<Choice>(props.first ?? formats[0]);
  const [withComments, setWithComments] = useState(true);
  const mayHaveComments = hasComments && format !== 'comparison';
  const [step, setStep] = useState<Step>({ kind: 'choosing' });
  const download = async (): Promise<void> => {
    setStep({ kind: 'running', done: 0 });
    try {
      const onProgress = (done: number): void => setStep({ kind: 'running', done });
      const { name, type, bytes, losses } =
        format === 'comparison'
          ? await writeComparison!()
          : await write({ format, withComments: mayHaveComments && withComments, onProgress });
      downloadBlob(new Blob([bytes.slice()], { type }), name);
      if (losses.length > 0) return setStep({ kind: 'done', losses });
      onClose();
      showToast.success(t('formats:download.done'));
    } catch (error) {
      setStep({ kind: 'choosing' });
      showToast.error(`${t('formats:download.failed')} ${t(`errors:${errorCodeOf(error)}`)}`);
    }
  };
  return (
    <Dialog open onOpenChange={onClose} title={heading} closeLabel={t('common:close')}>
      {step.kind === 'done' ? (
        <Losses losses={step.losses} onClose={onClose} />
      ) : (
        <form
          className="mt-4 flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (step.kind === 'choosing') void download();
          }}
        >
          <FormatChoice formats={formats} format={format} onChange={setFormat} />
          {mayHaveComments && (
            <ChoiceRow>
              <input
                type="checkbox"
                checked={withComments}
                onChange={(event) => setWithComments(event.target.checked)}
              />
              <span>{t('formats:download.comments')}</span>
            </ChoiceRow>
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            {step.kind === 'running' && (
              <output className="text-muted">
                <TextSpan>
                  {count > 1
                    ? t('formats:download.progress', { done: step.done, count })
                    : t('formats:download.running')}
                </TextSpan>
              </output>
            )}
            <Button type="submit" look="primary" busy={step.kind === 'running'}>
              {t('formats:download.start')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

const ChoiceRow = ({ children }: { readonly children: ReactNode }) => (
  <label className="flex min-h-8 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11">
    {children}
  </label>
);

interface FormatChoiceProps {
  readonly formats: readonly Choice[];
  readonly format: Choice;
  readonly onChange: (format: Choice) => void;
}

function FormatChoice({ formats, format, onChange }: FormatChoiceProps) {
  const { t } = useTranslation('formats');
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] text-muted">{t('download.format')}</legend>
      {formats.map((one) => (
        <ChoiceRow key={one}>
          <input
            type="radio"
            className="accent-ink"
            name={name}
            checked={one === format}
            onChange={() => onChange(one)}
          />
          <span>{t(`formats.${one}`)}</span>
        </ChoiceRow>
      ))}
    </fieldset>
  );
}

function Losses({ losses, onClose }: { readonly losses: readonly Loss[]; readonly onClose: () => void }) {
  const { t } = useTranslation(['formats', 'common']);
  const { language } = useLanguage();
  const names = formatList(
    losses.map(({ kind, count }) => t(`formats:loss.${kind}`, { count })),
    language,
  );
  return (
    <div className="mt-3">
      <output className="block">
        <TextSpan>{t('formats:download.losses', { names })}</TextSpan>
      </output>
      <details className="mt-3">
        <summary className="cursor-pointer text-muted">{t('formats:download.details')}</summary>
        <LossList losses={losses} />
      </details>
      <div className="mt-5 flex justify-end">
        <Button look="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </div>
  );
}
