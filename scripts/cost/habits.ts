/** Assumptions about a team, not measurements. After a change here, run `npm run cost -- --write`. */
import type { Habits } from './reckon.ts';

export const HABITS: Habits = {
  opensPerHour: 2,
  tabsPerPerson: 2,
  filesMbPerHour: 0.5,
  listHoursPerHour: 0.25,
  // Invitations, what happened while somebody was away, and a digest a day.
  mailsPerHour: 0.4,
  // The document and its versions.
  copiesKept: 20,
  months: 12,
};
