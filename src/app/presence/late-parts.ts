/** One chunk with the parts of presence that load once the text is shown. */
export { companyOf } from '../room/company/company.ts';
export { AnnouncePeople } from './announce-people.tsx';
export { FaceMark, OfflineMark } from './face-mark.tsx';
export { GatherButton } from './gather-button.tsx';
export { GuideBar } from './guide-bar.tsx';
export { OwnPlace } from './own-place.tsx';
export { PersonCard, PersonRow } from './person-card.tsx';
