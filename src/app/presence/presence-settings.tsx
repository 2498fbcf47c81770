import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { CARET_CHOICES, changeProfile, type Profile } from '../data/profiles.ts';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { isAnnouncing, onAnnouncing, setAnnouncing } from './announcing.ts';

interface PresenceSettingsProps {
  readonly profile: Profile;
  readonly onSaved: () => void;
}

/** Settings of presence, to others and to a screen reader. Each is saved when chosen. */
export function PresenceSettings({ profile, onSaved }: PresenceSettingsProps) {
  const { t } = useTranslation(['account', 'errors']);
  const client = useQueryClient();
  const announcing = useSyncExternalStore(onAnnouncing, isAnnouncing);
  const { mutate, variables, isPending } = useMutation({
    // Serialized: the last choice wins.
    scope: { id: 'presence' },
    mutationFn: (change: Parameters<typeof changeProfile>[2]) => changeProfile(client, profile.id, change),
    onSuccess: onSaved,
    onError: (error) => showToast.error(t(`errors:${errorCodeOf(error)}`)),
  });
  const chosen = isPending ? variables : {};
  const caret = chosen.caret_while_reading ?? profile.caretWhileReading;
  return (
    <div className="flex flex-col gap-6">
      <Switch
        label={t('account:presence.followed')}
        isOn={chosen.may_be_followed ?? profile.mayBeFollowed}
        onChange={(isOn) => mutate({ may_be_followed: isOn })}
      />
      <SelectField
        label={t('account:presence.caret')}
        value={caret}
        onChange={({ currentTarget }) =>
          mutate({
            caret_while_reading: CARET_CHOICES.find((choice) => choice === currentTarget.value) ?? 'editing',
          })
        }
        options={CARET_CHOICES.map((value) => ({ value, label: t(`account:presence.${value}`) }))}
      />
      <Switch label={t('account:presence.announced')} isOn={announcing} onChange={setAnnouncing} />
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Switch({ label, isOn, onChange }: SwitchProps) {
  const { t } = useTranslation('account');
  return (
    <ChoiceGroup
      label={label}
      options={[
        { value: 'on', label: t('presence.yes') },
        { value: 'off', label: t('presence.no') },
      ]}
      value={isOn ? 'on' : 'off'}
      onChange={(value) => onChange(value === 'on')}
    />
  );
}
