import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PATHS } from '../data/paths.ts';
import { profileQuery } from '../data/profiles.ts';
import type { Person } from '../room/people.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useMoving, type LoadCompany } from './use-company.ts';

interface OwnPlaceProps {
  /** Undefined while this page is not among the people here. */
  readonly self: Person | undefined;
  readonly showsCaret: boolean;
  /** Asking everyone to come is for those who may edit, and takes others to ask. */
  readonly mayGather: boolean;
  readonly loadCompany: LoadCompany;
  readonly onDone: () => void;
}

/** Card about the user's own presence. Suspends while its translations load; the document must not wait. */
export const OwnPlace = (props: OwnPlaceProps) => (
  <Suspense fallback={null}>
    <Card {...props} />
  </Suspense>
);

function Card({ self, showsCaret, mayGather, loadCompany, onDone }: OwnPlaceProps) {
  const { t } = useTranslation('latePresence');
  const company = useMoving(loadCompany);
  const { data: profile } = useQuery({ ...profileQuery(self?.userId ?? ''), enabled: self !== undefined });
  const gather = (): void => {
    const place = company?.places.middle();
    onDone();
    if (!place) return;
    company?.gathering.call(place);
    showToast.success(t('gathered'));
  };
  return (
    <div className="mb-4 flex flex-col items-start gap-2 border-b border-line pb-4">
      <p className="text-[13px]/5 text-muted">
        {self ? t(showsCaret ? 'self' : 'selfHidden') : t('selfOffline')}
      </p>
      {profile?.mayBeFollowed === false ? (
        <p className="text-[13px]/5 text-muted">{t('selfPrivate')}</p>
      ) : null}
      <Link to={PATHS.account} className="text-[13px]/5 text-muted underline underline-offset-2">
        {t('change')}
      </Link>
      {self && mayGather && company ? (
        <Button onClick={gather}>
          <Megaphone size={16} aria-hidden="true" />
          <span>{t('gather')}</span>
        </Button>
      ) : null}
    </div>
  );
}
