import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ACCOUNT_PRESENCE } from '../data/paths.ts';
import { profileQuery } from '../data/profiles.ts';
import type { Person } from '../room/people.ts';

interface OwnPlaceProps {
  /** Undefined while this page is not among the people here. */
  readonly self: Person | undefined;
  readonly showsCaret: boolean;
}

/** Card about the user's own presence. Suspends while its translations load; the document must not wait. */
export const OwnPlace = (props: OwnPlaceProps) => (
  <Suspense fallback={null}>
    <Card {...props} />
  </Suspense>
);

function Card({ self, showsCaret }: OwnPlaceProps) {
  const { t } = useTranslation('latePresence');
  const { data: profile } = useQuery({ ...profileQuery(self?.userId ?? ''), enabled: self !== undefined });
  return (
    <div className="mb-4 flex flex-col items-start gap-2 border-b border-line pb-4">
      <p className="text-[13px]/5 text-muted">
        {self ? t(showsCaret ? 'self' : 'selfHidden') : t('selfOffline')}
      </p>
      {profile?.mayBeFollowed === false ? (
        <p className="text-[13px]/5 text-muted">{t('selfPrivate')}</p>
      ) : null}
      <Link to={ACCOUNT_PRESENCE} className="text-[13px]/5 text-muted underline underline-offset-2">
        {t('change')}
      </Link>
    </div>
  );
}
