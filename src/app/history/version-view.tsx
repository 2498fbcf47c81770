import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mayWrite } from '#contract/roles.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { PRESENT } from '../data/paths.ts';
import { serverTimeAt } from '../data/session.ts';
import { versionsQuery } from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { findVersions } from './found-versions.ts';
import { useRestore } from './use-restore.ts';
import type { OpenVersionProps, VersionViewProps } from './open-version.ts';
import { VersionBanner } from './version-banner.tsx';
import { LoadingText, VersionText } from './version-text.tsx';

/** A version shown instead of the text, to read, name or restore. The version of a link may be gone. */
export function VersionView(props: VersionViewProps) {
  const { documentId, shown, onBack } = props;
  const { t } = useTranslation(['history', 'errors']);
  const query = useQuery(versionsQuery(documentId));
  const found = query.data ? findVersions(shown, query.data) : null;
  if (query.data && found) {
    const now = serverTimeAt(query.dataUpdatedAt);
    return <OpenVersion {...props} found={found} versions={query.data} now={now} />;
  }
  if (query.isPending || query.isFetching) return <LoadingText />;
  return (
    <EmptyState
      alert
      icon={<History size={28} strokeWidth={1.5} aria-hidden="true" />}
      title={t('history:missing.title')}
      text={query.isError ? t(`errors:${errorCodeOf(query.error)}`) : t('history:missing.text')}
      action={<Button onClick={onBack}>{t('history:backToCurrent')}</Button>}
    />
  );
}

function OpenVersion(props: OpenVersionProps) {
  const { found, role } = props;
  const restore = useRestore({ ...props, onAnswer: () => undefined });
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <VersionBanner key={found.version?.id ?? found.row ?? PRESENT} {...props} />
      <VersionText
        {...props}
        onRevert={mayWrite(role) ? restore.revert : null}
        isReverting={restore.isRestoring}
      />
    </div>
  );
}
