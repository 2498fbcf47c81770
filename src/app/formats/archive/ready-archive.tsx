import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../data/session.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { fileNameOf } from '../../ui/download-file.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextSpan } from '../../ui/text-span.tsx';
import type { Left } from './collect-archive.ts';
import { useIndexTexts } from './use-index-texts.ts';
import { formatSize, saveZip } from './save-archive.ts';
import type { Archive } from './use-archive.ts';
import { writeArchive, type ArchivePart } from './write-archive.ts';

interface ReadyArchiveProps {
  readonly parts: readonly ArchivePart[];
  readonly left: readonly Left[];
  readonly read: Archive['read'];
  /** Names of the folders that documents are in, by their ids. */
  readonly places: ReadonlyMap<string, string>;
  readonly onDone: () => Promise<void>;
}

/** All is on this device. Choosing where it is saved needs a click. */
export function ReadyArchive({ parts, left, read, places, onDone }: ReadyArchiveProps) {
  const { t } = useTranslation(['archive', 'errors']);
  const { language } = useLanguage();
  const textsOf = useIndexTexts();
  const [saved, setSaved] = useState<ReadonlySet<number>>(new Set());
  const [saving, setSaving] = useState<number | null>(null);
  const [isFailed, setFailed] = useState(false);
  const count = parts.reduce((sum, { ids }) => sum + ids.length, 0);
  const size = formatSize(
    parts.reduce((sum, { bytes }) => sum + bytes, 0),
    language,
  );

  const save = async (part: ArchivePart): Promise<void> => {
    setSaving(part.number);
    setFailed(false);
    try {
      const now = serverNow();
      const texts = textsOf(part, now);
      const isSaved = await saveZip(nameOf(part, now), (write) =>
        writeArchive({ part, read, places, write, now, language, texts }),
      );
      if (isSaved) setSaved((before) => new Set(before).add(part.number));
    } catch (error) {
      setFailed(true);
      reportError(error);
    }
    setSaving(null);
  };
  const nameOf = ({ number, of }: ArchivePart, now: Date): string => {
    const date = now.toISOString().slice(0, 10);
    return `${fileNameOf(of === 1 ? t('fileName', { date }) : t('filePart', { date, number, of }))}.zip`;
  };

  return (
    <div className="flex w-full flex-col items-start gap-4">
      <output>
        <TextSpan>{t('ready', { count, size })}</TextSpan>
      </output>
      {left.length > 0 ? <LeftOut left={left} /> : null}
      {isFailed ? <Notice>{t('saveFailed')}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        {parts.map((part) => (
          <Button
            key={part.number}
            look={saved.has(part.number) ? 'plain' : 'primary'}
            busy={saving === part.number}
            off={saving !== null}
            onClick={() => void save(part)}
          >
            {part.of === 1 ? t('save') : t('savePart', { number: part.number, of: part.of })}
          </Button>
        ))}
        <Button look="quiet" off={saving !== null} onClick={() => void onDone()}>
          {saved.size === parts.length ? t('done') : t('discard')}
        </Button>
      </div>
      {saved.size > 0 ? (
        <output className="text-muted">
          <TextSpan>
            {parts.length === 1 ? t('saved') : t('savedParts', { done: saved.size, of: parts.length })}
          </TextSpan>
        </output>
      ) : null}
    </div>
  );
}

function LeftOut({ left }: { readonly left: readonly Left[] }) {
  const { t } = useTranslation(['archive', 'errors']);
  return (
    <div className="w-full">
      <p>
        <TextSpan>{t('left', { count: left.length })}</TextSpan>
      </p>
      <ul className="mt-1 max-h-60 list-disc overflow-y-auto pl-5 text-[13px] text-muted">
        {left.map(({ document: { id, title }, code }) => (
          <li key={id} className="break-words">
            <TextSpan>{`${title || t('page.untitled')}: ${t(`errors:${code}`)}`}</TextSpan>
          </li>
        ))}
      </ul>
    </div>
  );
}
