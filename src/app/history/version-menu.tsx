import { useQueryClient } from '@tanstack/react-query';
import { ClipboardCopy, Ellipsis, Link, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { versionStateQuery, type SavedState } from '../data/versions.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { showToast } from '../ui/toast.tsx';
import type { FoundVersions } from './found-versions.ts';

interface VersionMenuProps {
  readonly documentId: string;
  readonly found: FoundVersions;
  readonly toMarkdown: (state: SavedState) => Promise<string>;
}

/** What can be taken from a version. The link is the address of this page. */
export function VersionMenu({ documentId, found: { version }, toMarkdown }: VersionMenuProps) {
  const { t } = useTranslation('history');
  const client = useQueryClient();
  const copy = (text: Promise<string>, copied: string): void => {
    text
      .then((words) => navigator.clipboard.writeText(words))
      .then(
        () => showToast.success(copied),
        () => showToast.error(t('menu.copyFailed')),
      );
  };
  return (
    <Menu
      align="end"
      trigger={<IconButton label={t('menu.more')} icon={<Ellipsis size={18} aria-hidden="true" />} />}
    >
      <MenuItem
        name={t('menu.copyLink')}
        icon={Link}
        onChoose={() => copy(Promise.resolve(location.href), t('menu.linkCopied'))}
      />
      {version ? (
        <MenuItem
          name={t('menu.copyMarkdown')}
          icon={ClipboardCopy}
          onChoose={() =>
            copy(
              client.fetchQuery(versionStateQuery(documentId, version)).then(toMarkdown),
              t('menu.markdownCopied'),
            )
          }
        />
      ) : null}
      <MenuItem name={t('menu.print')} icon={Printer} onChoose={() => window.print()} />
    </Menu>
  );
}
