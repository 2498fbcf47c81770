import { useQueryClient } from '@tanstack/react-query';
import {
  ClipboardCopy,
  CopyPlus,
  Download,
  Ellipsis,
  Eraser,
  FileBadge,
  Link,
  Printer,
  Trash2,
} from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { mayWrite } from '#contract/roles.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { documentPath } from '../data/paths.ts';
import { proofPath } from '../data/proof-path.ts';
import { versionStateQuery, type Version } from '../data/versions.ts';
import { formatDateTime } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { showToast } from '../ui/toast.tsx';
import { DeleteVersion, mayDelete } from './delete-version.tsx';
import type { OpenVersionProps } from './open-version.ts';
import { readChosen, type ChosenDownload } from './read-chosen.ts';

const EraseText = loadLater(() => import('./erase-text.tsx').then((part) => part.EraseText));

interface VersionMenuProps extends Pick<
  OpenVersionProps,
  | 'documentId'
  | 'shown'
  | 'found'
  | 'versions'
  | 'role'
  | 'takeText'
  | 'renderDownload'
  | 'copyState'
  | 'onBack'
> {
  /** Items for which the bar has no room. */
  readonly children: ReactNode;
}

interface Erasing {
  /** The text that was selected. */
  readonly selected: string;
  readonly open: boolean;
  /** The dialog was opened so often. Each time it is empty: the text of before may be a secret. */
  readonly count: number;
}

/** Menu of a version: link, copies, print, delete. The link is the address of this page. */
export function VersionMenu(props: VersionMenuProps) {
  const { documentId, shown, found, versions, role, onBack, renderDownload, children } = props;
  const { version } = found;
  const { t } = useTranslation('history');
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const [downloaded, setDownloaded] = useState<ChosenDownload | null>(null);
  const [erasing, setErasing] = useState<Erasing | null>(null);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={t('menu.more')} icon={<Ellipsis size={18} aria-hidden="true" />} />}
      >
        {children}
        <CopyLink />
        {version || shown.beforeId !== null ? <DownloadItem {...props} onDownload={setDownloaded} /> : null}
        {version ? <CopyItems {...props} version={version} /> : null}
        <MenuItem name={t('menu.print')} icon={Printer} onChoose={() => window.print()} />
        {mayWrite(role) ? (
          <MenuItem
            name={t('menu.proof')}
            icon={FileBadge}
            onChoose={() => void navigate(proofPath(documentId, version?.seq ?? null))}
          />
        ) : null}
        {version && role === 'owner' && mayDelete(version, versions) ? (
          <MenuItem name={t('menu.delete')} icon={Trash2} onChoose={() => setDeleting(true)} />
        ) : null}
        {role === 'owner' ? (
          <MenuItem
            name={t('menu.erase')}
            icon={Eraser}
            onChoose={() => {
              const selected = String(getSelection());
              setErasing((last) => ({ selected, open: true, count: (last?.count ?? 0) + 1 }));
            }}
          />
        ) : null}
      </Menu>
      {downloaded ? (
        <Suspense fallback={null}>{renderDownload(downloaded, () => setDownloaded(null))}</Suspense>
      ) : null}
      {erasing ? (
        <EraseText
          key={erasing.count}
          documentId={documentId}
          selected={erasing.selected}
          open={erasing.open}
          onOpenChange={(open) => setErasing({ ...erasing, open })}
        />
      ) : null}
      {version ? (
        <DeleteVersion
          documentId={documentId}
          version={version}
          open={isDeleting}
          onOpenChange={setDeleting}
          onDeleted={onBack}
        />
      ) : null}
    </>
  );
}

function CopyLink() {
  const { t } = useTranslation('history');
  const copy = useCopy();
  return (
    <MenuItem
      name={t('menu.copyLink')}
      icon={Link}
      onChoose={() => copy(Promise.resolve(location.href), t('menu.linkCopied'))}
    />
  );
}

interface DownloadItemProps extends Pick<VersionMenuProps, 'documentId' | 'shown' | 'found'> {
  readonly onDownload: (chosen: ChosenDownload) => void;
}

function DownloadItem({ documentId, shown, found, onDownload }: DownloadItemProps) {
  const { t } = useTranslation(['history', 'errors']);
  const client = useQueryClient();
  return (
    <MenuItem
      name={t('history:menu.download')}
      icon={Download}
      onChoose={() => {
        readChosen(client, documentId, found, shown.beforeId !== null).then(onDownload, (error: unknown) =>
          showToast.error(t(`errors:${errorCodeOf(error)}`)),
        );
      }}
    />
  );
}

function CopyItems({
  documentId,
  version,
  takeText,
  copyState,
}: Omit<VersionMenuProps, 'children'> & { readonly version: Version }) {
  const { t } = useTranslation(['history', 'documents', 'errors']);
  const { language } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const copy = useCopy();
  const readState = () => client.fetchQuery(versionStateQuery(documentId, version));
  const nameCopy = (title: string): string =>
    t('history:menu.copyName', {
      title: title.trim() || t('documents:untitled'),
      when: formatDateTime(version.createdAt, language),
    });
  const makeCopy = async (): Promise<void> => {
    try {
      const copyId = await copyState(await readState(), nameCopy);
      const open = { label: t('history:menu.openCopy'), onPress: () => void navigate(documentPath(copyId)) };
      showToast.plain(t('history:menu.copyMade'), { actions: [open] });
    } catch (error) {
      showToast.error(`${t('history:menu.copyNotMade')} ${t(`errors:${errorCodeOf(error)}`)}`);
    }
  };
  return (
    <>
      <MenuItem
        name={t('history:menu.copyMarkdown')}
        icon={ClipboardCopy}
        onChoose={() =>
          copy(
            readState().then((state) => takeText(state, 'markdown')),
            t('history:menu.markdownCopied'),
          )
        }
      />
      <MenuItem name={t('history:menu.makeCopy')} icon={CopyPlus} onChoose={() => void makeCopy()} />
    </>
  );
}

function useCopy(): (text: Promise<string>, copied: string) => void {
  const { t } = useTranslation('history');
  return (text, copied) => {
    text
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => showToast.success(copied),
        () => showToast.error(t('menu.copyFailed')),
      );
  };
}
