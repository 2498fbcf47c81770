import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { notificationsQuery } from '../data/notifications.ts';
import { formatNumber } from '../i18n/format-number.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { setTabCount } from '../ui/tab-title.ts';
import { TextSpan } from '../ui/text-span.tsx';

const MOST = 99;

/** The number of unread notifications: on the bell, in the title of the tab, and for screen readers when it changes. */
export function UnreadCount({ note }: { readonly note: string }) {
  const { t } = useTranslation('notifications');
  const { language } = useLanguage();
  const { data } = useQuery({ ...notificationsQuery(), enabled: useCalm() });
  const count = data?.unseen ?? 0;
  const isMany = count > MOST;
  const shown = isMany ? `${formatNumber(MOST, language)}+` : formatNumber(count, language);
  const badge = count > 0 ? shown : '';
  useEffect(() => {
    setTabCount(badge && `(${badge}) `);
    return () => setTabCount('');
  }, [badge]);
  const said = isMany ? t('unseenMany') : t('unseen', { count });
  return (
    <>
      {badge && <CountBadge text={badge} />}
      <Announced id={note} text={count > 0 ? said : ''} />
    </>
  );
}

const LOOK_EVERY_MS = 200;
const MOST_LOOKS = 25;

/** Whether the queries of the page itself are done, which need the browser's six connections, or had time enough. */
function useCalm(): boolean {
  const client = useQueryClient();
  const [isCalm, setCalm] = useState(false);
  useEffect(() => {
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (client.isFetching() > 0 && looks < MOST_LOOKS) return;
      clearInterval(timer);
      setCalm(true);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [client]);
  return isCalm;
}

/** Outside the button, whose parts are no live regions; also where the bell has no room. */
const Announced = ({ id, text }: { readonly id: string; readonly text: string }) =>
  createPortal(
    <div id={id} aria-live="polite" className="sr-only">
      <TextSpan>{text}</TextSpan>
    </div>,
    document.body,
  );
