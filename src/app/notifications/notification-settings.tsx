import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NotificationSettings as Settings } from '#contract/notifications/settings.ts';
import { errorCodeOf } from '../data/api-error.ts';
import { browserTimeZone } from '../data/meet-time-zone.ts';
import {
  notificationSettingsQuery,
  refreshNotificationSettings,
  saveNotificationSettings,
} from '../data/notifications.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.tsx';
import { LevelsTable } from './levels-table.tsx';
import { MailProblem } from './mail-problem.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { formatHour, listTimeZones } from './times.ts';

interface NotificationSettingsProps {
  readonly onSaved: () => void;
}

/** How the user is told, in the app and by mail. Each setting is saved when chosen. */
export function NotificationSettings({ onSaved }: NotificationSettingsProps) {
  const { t } = useTranslation(['notifications', 'common', 'errors']);
  const query = useQuery(notificationSettingsQuery());
  const save = useSave(onSaved);
  if (query.data) {
    const { data } = query;
    return (
      <div className="flex flex-col gap-6">
        <MailProblem />
        <LevelsTable
          settings={data}
          onChoose={(kind, level) => save(data, { levels: { ...data.levels, [kind]: level } })}
        />
        <MailSettings settings={data} onChange={(change) => save(data, change)} />
      </div>
    );
  }
  if (query.isPending) return <Skeleton className="h-40 w-full" />;
  return (
    <Notice>
      <p>{t(`errors:${errorCodeOf(query.error)}`)}</p>
      <Button className="mt-2" busy={query.isFetching} onClick={() => void query.refetch()}>
        {t('common:retry')}
      </Button>
    </Notice>
  );
}

function useSave(onSaved: () => void) {
  const { t } = useTranslation('errors');
  const client = useQueryClient();
  const { mutate } = useMutation({
    // Serialized: the last choice wins.
    scope: { id: 'notification-settings' },
    mutationFn: saveNotificationSettings,
    onSuccess: onSaved,
    onError: (error) => {
      showToast.error(t(errorCodeOf(error)));
      return refreshNotificationSettings(client);
    },
  });
  return (settings: Settings, change: Partial<Settings>): void => {
    const next = { ...settings, timeZone: settings.timeZone ?? browserTimeZone(), ...change };
    // The next choice builds on this one.
    client.setQueryData(notificationSettingsQuery().queryKey, next);
    mutate(next);
  };
}

interface MailSettingsProps {
  readonly settings: Settings;
  readonly onChange: (change: Partial<Settings>) => void;
}

function MailSettings({ settings, onChange }: MailSettingsProps) {
  const { t } = useTranslation('notifications');
  const { language } = useLanguage();
  const onOff = [
    { value: 'on', label: t('mails.on') },
    { value: 'off', label: t('mails.off') },
  ] as const;
  const zone = settings.timeZone ?? browserTimeZone();
  return (
    <>
      <ChoiceGroup
        label={t('mails.all')}
        options={onOff}
        value={settings.mails ? 'on' : 'off'}
        onChange={(value) => onChange({ mails: value === 'on' })}
      />
      <ChoiceGroup
        label={t('mails.hidesText')}
        options={onOff}
        value={settings.hidesText ? 'on' : 'off'}
        onChange={(value) => onChange({ hidesText: value === 'on' })}
      />
      <SelectField
        label={t('mails.digest')}
        value={settings.digestHour ?? ''}
        options={[
          { value: '', label: t('mails.noDigest') },
          ...Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: formatHour(hour, language),
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ digestHour: value === '' ? null : Number(value) })
        }
      />
      <QuietHours
        key={`${settings.quietFrom} ${settings.quietTo}`}
        from={settings.quietFrom}
        to={settings.quietTo}
        onChange={(quietFrom, quietTo) => onChange({ quietFrom, quietTo })}
      />
      <SelectField
        label={t('mails.timeZone')}
        translate="no"
        value={zone}
        options={listTimeZones(zone)}
        onChange={({ currentTarget }) => onChange({ timeZone: currentTarget.value })}
      />
    </>
  );
}
