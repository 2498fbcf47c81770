import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { TextField } from '../ui/text-field.tsx';

const USUAL = { from: '22:00', to: '07:00' };

interface QuietHoursProps {
  /** Null: none. */
  readonly from: string | null;
  readonly to: string | null;
  readonly onChange: (from: string | null, to: string | null) => void;
}

/** Hours in which no mails are sent. */
export function QuietHours({ from, to, onChange }: QuietHoursProps) {
  const { t } = useTranslation('notifications');
  const [typed, setTyped] = useState({ from: from ?? USUAL.from, to: to ?? USUAL.to });
  const isOn = from !== null;
  const save = (): void => {
    if (typed.from && typed.to && (typed.from !== from || typed.to !== to)) onChange(typed.from, typed.to);
  };
  return (
    <div className="flex flex-col gap-3">
      <ChoiceGroup
        label={t('mails.quiet')}
        options={[
          { value: 'off', label: t('mails.noQuiet') },
          { value: 'on', label: t('mails.quietFrom') },
        ]}
        value={isOn ? 'on' : 'off'}
        onChange={(value) => (value === 'on' ? onChange(typed.from, typed.to) : onChange(null, null))}
      />
      {isOn && (
        <div className="grid grid-cols-2 gap-3">
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              type="time"
              required
              label={t(`mails.${end}`)}
              value={typed[end]}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [end]: value })}
              onBlur={save}
            />
          ))}
        </div>
      )}
    </div>
  );
}
