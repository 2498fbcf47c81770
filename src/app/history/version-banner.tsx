import { Play, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite } from '#contract/roles.ts';
import { PRESENT, PREVIOUS, readStateAt, stateAt } from '../data/paths.ts';
import type { Version } from '../data/versions.ts';
import { formatDateTime, formatExact } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { tellHeight } from '../ui/tell-height.ts';
import { SelectField } from '../ui/select-field.tsx';
import { NameVersion } from './name-version.tsx';
import type { OpenVersionProps } from './open-version.ts';
import { VersionMenu } from './version-menu.tsx';
import { useRestore } from './use-restore.ts';

/** Bar above a shown version: its name and actions. */
export function VersionBanner(props: OpenVersionProps) {
  const { documentId, shown, onShow, found, role, onBack } = props;
  const { version, before } = found;
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const editable = mayWrite(role);
  const { isPlayed = false } = shown;
  const isCompared = shown.beforeId !== null;
  const isChanges = isCompared && !isPlayed;
  const sinceWhen = (from: typeof before): string =>
    typeof from === 'object' && from !== null
      ? t('changesSince', { when: formatExact(from.createdAt, language) })
      : t(from === 0 ? 'allChanges' : 'away.since');
  return (
    <div
      ref={open}
      tabIndex={-1}
      className="sticky top-[52px] z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-hover px-4 py-2 outline-none print:hidden"
    >
      <p className="min-w-0 flex-1">
        {version?.name == null ? null : (
          <strong translate="no" dir="auto" className="block break-words">
            {version.name}
          </strong>
        )}
        <span>
          {version ? t('showing', { when: formatExact(version.createdAt, language) }) : sinceWhen(before)}
        </span>
      </p>
      <IconButton label={t('backToCurrent')} icon={<X size={18} aria-hidden="true" />} onClick={onBack} />
      <div className="flex basis-full flex-wrap items-center gap-2">
        {version ? (
          <Button
            aria-pressed={isChanges}
            onClick={() =>
              onShow({ ...shown, beforeId: isChanges ? null : (shown.beforeId ?? PREVIOUS), isPlayed: false })
            }
          >
            {t('showChanges')}
          </Button>
        ) : null}
        {editable ? (
          <Button
            aria-pressed={isPlayed}
            onClick={() =>
              onShow({
                ...shown,
                beforeId: isPlayed && version ? null : (shown.beforeId ?? PREVIOUS),
                isPlayed: !isPlayed,
              })
            }
          >
            <Play size={16} aria-hidden="true" />
            <span>{t('playBack')}</span>
          </Button>
        ) : null}
        {isCompared ? <ComparedWith {...props} /> : null}
        {editable && version ? <NameVersion documentId={documentId} version={version} /> : null}
        <VersionMenu {...props} />
        {editable && version ? <RestoreButton {...props} version={version} /> : null}
      </div>
    </div>
  );
}

/** Moves the focus here after a version was selected in the list. What sticks below it in the text learns its height. */
function open(banner: HTMLElement | null): (() => void) | undefined {
  banner?.focus({ preventScroll: true });
  return tellBar(banner);
}

const tellBar = tellHeight('--version-bar');

/** Which version to compare with. */
function ComparedWith({ shown, onShow, found: { version }, versions }: OpenVersionProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const others = versions
    .filter(({ id }) => id !== version?.id)
    .map(({ id, name, createdAt }) => ({ value: id, label: name ?? formatDateTime(createdAt, language) }));
  const seen = shown.beforeId !== null && (readStateAt(shown.beforeId) ?? 0) > 0;
  const start = { value: stateAt(0), label: t('fromStart') };
  const away = seen ? [{ value: shown.beforeId ?? '', label: t('away.since') }] : [];
  const relative = version
    ? [
        { value: PREVIOUS, label: t('previousVersion') },
        { value: PRESENT, label: t('withCurrent') },
      ]
    : [];
  const choose = (value: string): void =>
    onShow(
      value === PRESENT ? { versionId: PRESENT, beforeId: shown.versionId } : { ...shown, beforeId: value },
    );
  return (
    <SelectField
      label={t('comparedWith')}
      hideLabel
      quiet
      className="max-w-56 max-sm:order-1"
      value={shown.beforeId ?? PREVIOUS}
      onChange={(event) => choose(event.currentTarget.value)}
      options={[...away, ...relative, ...others, start]}
    />
  );
}

interface RestoreButtonProps extends OpenVersionProps {
  readonly version: Version;
}

function RestoreButton(props: RestoreButtonProps) {
  const { version, onRestore } = props;
  const { t } = useTranslation(['history', 'common']);
  const { language } = useLanguage();
  const [asking, setAsking] = useState(false);
  const { prepare, restore, isRestoring } = useRestore({ ...props, onAnswer: () => setAsking(false) });
  const ask = (): void => {
    prepare();
    setAsking(true);
  };
  return (
    <>
      <Button look="primary" className="max-sm:order-2" onClick={ask}>
        <RotateCcw size={16} aria-hidden="true" />
        <span>{t('history:restore')}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('history:confirm.title')}
        text={t('history:confirm.text', { when: formatExact(version.createdAt, language) })}
        confirmLabel={t('history:restore')}
        cancelLabel={t('common:cancel')}
        busy={isRestoring}
        onConfirm={() => {
          onRestore();
          restore(version.id);
        }}
      />
    </>
  );
}
