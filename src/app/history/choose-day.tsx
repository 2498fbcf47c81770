import { CalendarDays } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '../data/versions.ts';
import { Button } from '../ui/button.tsx';
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
      <div className="flex flex-col gap-2">
        <div className="flex gap-2">
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <CalendarDays size={18} aria-hidden="true" />
            <span>{t('calendar.choose')}</span>
          </Button>
          {ofDay ? (
            <Button look="quiet" onClick={() => setChosen(null)}>
              {t('calendar.all')}
            </Button>
          ) : null}
        </div>
        {isOpen ? (
          <VersionCalendar
            days={groups.map(({ day }) => day)}
            selected={ofDay ? chosen : null}
            onSelect={setChosen}
          />
        ) : null}
      </div>
      {renderVersions(ofDay?.items ?? versions)}
    </>
  );
}
