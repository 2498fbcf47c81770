import { Pencil, Play, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayWrite } from '#contract/roles.ts';
import { PREVIOUS } from '../data/paths.ts';
import type { Version } from '../data/versions.ts';
import { formatExact, startWithCapital } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MenuItem } from '../ui/menu.tsx';
import { tellHeight } from '../ui/tell-height.ts';
import { ChangesSince } from './changes-since.tsx';
import { joinRestores } from './join-restores.ts';
import { NameVersion } from './name-version.tsx';
import type { OpenVersionProps } from './open-version.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { PresentNote } from './present-note.tsx';
import { VersionMenu } from './version-menu.tsx';
import { momentOf } from './version-times.ts';
import { useRestore } from './use-restore.ts';

/**
 * Bar above a shown version: its name, time and actions, in one row where there is room. In two rows, *Restore* is at the end of
 * the first. On a phone, rarer actions are in the menu.
 */
export function VersionBanner(props: OpenVersionProps) {
  const { documentId, shown, found, role, onBack } = props;
  const { version, row, before } = found;
  const { t } = useTranslation('history');
  const isNarrow = useNarrow();
  const [isNaming, setNaming] = useState(false);
  const when = useWhen(props);
  const name = version?.name ?? null;
  const play = usePlay(props);
  const editable = mayWrite(role);
  const mayPlay = editable && row === null;
  const toName = t(name === null ? 'rename.name' : 'rename.rename');
  const startNaming = (): void => setNaming(true);
  // Compared with the current version, the earlier one is what can be restored.
  const restorable = version ?? (typeof before === 'object' ? before : null);
  return (
    <section
      ref={open}
      tabIndex={-1}
      aria-label={row !== null ? t('commented') : when === null ? t('current') : t('showing', { when })}
      className="@container sticky top-[52px] z-10 border-b border-line bg-hover px-4 py-2 outline-none print:hidden"
    >
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          className="-ml-2 lg:hidden"
          label={t('backToCurrent')}
          icon={<X size={18} aria-hidden="true" />}
          onClick={onBack}
        />
        <p className="flex min-w-0 flex-1 flex-col">
          {name === null ? null : (
            <strong translate="no" dir="auto" className="break-words max-sm:truncate">
              {name}
            </strong>
          )}
          {version ? (
            <span className={name === null ? 'font-medium' : 'text-[13px]/4 text-muted'}>{when}</span>
          ) : row !== null ? (
            <span className="font-medium">{t('commented')}</span>
          ) : (
            <PresentNote {...props} />
          )}
        </p>
        <div className="order-1 flex min-w-0 basis-full items-center gap-2 max-sm:justify-between sm:flex-wrap @min-[60rem]:order-none @min-[60rem]:basis-auto">
          {version ? <ShowChanges {...props} /> : null}
          {mayPlay && !isNarrow ? (
            <Button aria-pressed={play.isPlayed} onClick={play.toggle}>
              <Play size={16} aria-hidden="true" />
              <span>{t('playBack')}</span>
            </Button>
          ) : null}
          {shown.beforeId === null ? null : <ChangesSince {...props} />}
          {editable && version && !isNarrow ? (
            <Button aria-label={toName} aria-haspopup="dialog" onClick={startNaming}>
              <Pencil size={16} aria-hidden="true" />
              <span>{t(name === null ? 'rename.short' : 'rename.rename')}</span>
            </Button>
          ) : null}
          <VersionMenu {...props}>
            {mayPlay && isNarrow ? (
              <MenuItem name={t('playBack')} icon={Play} checked={play.isPlayed} onChoose={play.toggle} />
            ) : null}
            {editable && version && isNarrow ? (
              <MenuItem name={toName} icon={Pencil} onChoose={startNaming} />
            ) : null}
          </VersionMenu>
        </div>
        {editable && restorable ? <RestoreButton {...props} version={restorable} /> : null}
      </div>
      {isNaming && version ? (
        <NameVersion documentId={documentId} version={version} onClose={() => setNaming(false)} />
      ) : null}
    </section>
  );
}

/** The time of the version; null for the current one. */
function useWhen({ found: { version }, versions, now }: OpenVersionProps): string | null {
  const { language } = useLanguage();
  if (!version) return null;
  return startWithCapital(momentOf(version, joinRestores(versions).versions, { language, now }), language);
}

function usePlay({ shown, onShow, found: { version } }: OpenVersionProps) {
  const { isPlayed = false } = shown;
  const toggle = (): void =>
    onShow({
      ...shown,
      beforeId: isPlayed && version ? null : (shown.beforeId ?? PREVIOUS),
      isPlayed: !isPlayed,
    });
  return { isPlayed, toggle };
}

function ShowChanges({ shown, onShow }: OpenVersionProps) {
  const { t } = useTranslation('history');
  const isChanges = shown.beforeId !== null && shown.isPlayed !== true;
  return (
    <Button
      aria-pressed={isChanges}
      onClick={() =>
        onShow({ ...shown, beforeId: isChanges ? null : (shown.beforeId ?? PREVIOUS), isPlayed: false })
      }
    >
      {t('showChanges')}
    </Button>
  );
}

/** Moves the focus here after a version was selected in the list. What sticks below it in the text learns its height. */
function open(banner: HTMLElement | null): (() => void) | undefined {
  banner?.focus({ preventScroll: true });
  return tellBar(banner);
}

const tellBar = tellHeight('--version-bar');

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
      <Button look="primary" onClick={ask}>
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
