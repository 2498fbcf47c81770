import { CalendarDays } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { groupByDay } from './group-by-day.ts';

const VersionCalendar = loadLater(() =>
  import('./version-calendar.tsx').then((part) => part.VersionCalendar),
);

interface ChooseDayProps {
  readonly versions: readonly Version[];
  readonly renderVersions: (ofDay: readonly Version[]) => ReactNode;
}

/** All versions or those of one day; the calendar is hidden if all are of one day. */
export function ChooseDay({ versions, renderVersions }: ChooseDayProps) {
  const { t } = useTranslation('history');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Date | null>(null);
  const groups = groupByDay(versions);
  const ofDay = groups.find(({ day }) => day.toDateString() === chosen?.toDateString());
  if (groups.length < 2) return renderVersions(versions);
  return (
    <>
      <IconButton
        look="plain"
        label={t('calendar.choose')}
        icon={<CalendarDays size={18} aria-hidden="true" />}
        className="h-10 w-10 pointer-coarse:h-11"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {ofDay ? <Button onClick={() => setChosen(null)}>{t('calendar.all')}</Button> : null}
      {isOpen ? (
        <div className="basis-full">
          <VersionCalendar
            days={groups.map(({ day }) => day)}
            selected={ofDay ? chosen : null}
            onSelect={setChosen}
          />
        </div>
      ) : null}
      {renderVersions(ofDay?.items ?? versions)}
    </>
  );
}
