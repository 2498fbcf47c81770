import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keepChoice, keptChoice } from '../data/kept-choice.ts';
import { notificationsQuery } from '../data/notifications.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceGroup } from '../ui/choice-group.tsx';
import { useMark } from './notification-list.tsx';

const KEY = 'spolu-notifications';
const CHOICES = ['onlyMine', 'all'] as const;
type Choice = (typeof CHOICES)[number];

/** Kept on this device. */
export function useShown(): readonly [Choice, (choice: Choice) => void] {
  const [shown, setShown] = useState<Choice>(() => (keptChoice(KEY) === 'onlyMine' ? 'onlyMine' : 'all'));
  return [
    shown,
    (choice) => {
      keepChoice(KEY, choice);
      setShown(choice);
    },
  ];
}

interface ListHeadProps {
  readonly shown: Choice;
  readonly onShow: (choice: Choice) => void;
}

/** Which notifications are shown, and *Mark all as read*. */
export function ListHead({ shown, onShow }: ListHeadProps) {
  const { t } = useTranslation('notifications');
  const { data } = useQuery(notificationsQuery());
  const mark = useMark();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <ChoiceGroup
        label={t('show')}
        hideLabel
        options={CHOICES.map((value) => ({ value, label: t(value) }))}
        value={shown}
        onChange={onShow}
      />
      <Button look="quiet" className="text-[13px]" off={!data?.unseen} onClick={() => mark.seen()}>
        <CheckCheck size={16} aria-hidden="true" />
        <span>{t('markAll')}</span>
      </Button>
    </div>
  );
}
