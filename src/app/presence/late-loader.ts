import { partsOf } from '../ui/load-later.tsx';

export const fetchPresence = () => import('./late-parts.ts');

const part = partsOf(fetchPresence);

export const AnnouncePeople = part((all) => all.AnnouncePeople);
export const FaceMark = part((all) => all.FaceMark);
export const GatherButton = part((all) => all.GatherButton);
export const GuideBar = part((all) => all.GuideBar);
export const OfflineMark = part((all) => all.OfflineMark);
export const OwnPlace = part((all) => all.OwnPlace);
export const PersonCard = part((all) => all.PersonCard);
export const PersonRow = part((all) => all.PersonRow);
