import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextSpan } from '../../ui/text-span.tsx';
import type { Progress } from './collect-archive.ts';

interface PreparingArchiveProps {
  readonly progress: Progress;
  readonly onCancel: () => void;
}

export function PreparingArchive({ progress, onCancel }: PreparingArchiveProps) {
  const { t } = useTranslation('archive');
  const { done, of, title, waitsFor } = progress;
  return (
    <div className="flex w-full flex-col items-start gap-3">
      <div className="w-full">
        <p className="flex justify-between gap-3">
          <TextSpan>{t('preparing')}</TextSpan>
          {of > 0 ? <TextSpan className="tabular-nums">{t('progress', { done, of })}</TextSpan> : null}
        </p>
        <progress
          aria-label={t('preparing')}
          className="mt-1.5 h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink forced-colors:appearance-auto"
          max={of || 1}
          value={done}
        />
        <p translate="no" className="mt-1 truncate text-[13px] text-muted">
          <TextSpan>{title || '\u00A0'}</TextSpan>
        </p>
      </div>
      <output className="text-[13px] text-muted">
        <TextSpan>{waitsFor ? t(`waits.${waitsFor}`) : t('stays')}</TextSpan>
      </output>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </div>
  );
}
