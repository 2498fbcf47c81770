import { CloudOff, type LucideIcon } from 'lucide-react';
import type { Person } from '../room/people.ts';
import { ACTIVITY_ICONS } from './activity-icons.ts';
import { useMoving, type LoadCompany } from './use-company.ts';

interface FaceMarkProps {
  readonly person: Person;
  readonly loadCompany: LoadCompany;
}

/** Icon on a face for that person's activity, except reading. The card has it in words. */
export function FaceMark({ person, loadCompany }: FaceMarkProps) {
  const activity = useMoving(loadCompany)?.activityOf(person) ?? 'reading';
  return activity === 'reading' ? null : <Mark icon={ACTIVITY_ICONS[activity]} name={activity} />;
}

/** Icon on the user's own face: others do not receive the changes now. */
export const OfflineMark = () => <Mark icon={CloudOff} name="unsaved" />;

/** Placed on the left, because the next face covers the right edge. */
const Mark = ({ icon: Icon, name }: { readonly icon: LucideIcon; readonly name: string }) => (
  <span
    data-activity={name}
    className="absolute -bottom-1 -left-1 inline-flex size-4 items-center justify-center rounded-full bg-paper text-ink ring-1 ring-line"
  >
    <Icon size={11} strokeWidth={2.25} aria-hidden="true" />
  </span>
);
