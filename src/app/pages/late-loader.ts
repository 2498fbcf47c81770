import type { ComponentType } from 'react';
import { loadLater } from '../ui/load-later.tsx';

export const fetchParts = () => import('./late-parts.ts');

type Parts = Awaited<ReturnType<typeof fetchParts>>;

const part = <Props extends object>(choose: (all: Parts) => ComponentType<Props>): ComponentType<Props> =>
  loadLater(() => fetchParts().then(choose));

export const AnnouncePeople = part((all) => all.AnnouncePeople);
export const AskToWrite = part((all) => all.AskToWrite);
export const GuideBar = part((all) => all.GuideBar);
export const LongUnsavedDialog = part((all) => all.LongUnsavedDialog);
export const RecoveredTray = part((all) => all.RecoveredTray);
export const RestoreNews = part((all) => all.RestoreNews);
export const WhileAway = part((all) => all.WhileAway);
