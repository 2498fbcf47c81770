import { partsOf } from '../../ui/load-later.tsx';

const part = partsOf(() => import('./late-parts.ts'));

export const AskToWrite = part((all) => all.AskToWrite);
export const ComeBack = part((all) => all.ComeBack);
export const FoundWords = part((all) => all.FoundWords);
export const LongUnsavedDialog = part((all) => all.LongUnsavedDialog);
export const OpenPageFinder = part((all) => all.OpenPageFinder);
export const RecoveredTray = part((all) => all.RecoveredTray);
export const RestoreNews = part((all) => all.RestoreNews);
export const TextImport = part((all) => all.TextImport);
export const TrashedBy = part((all) => all.TrashedBy);
export const WhileAway = part((all) => all.WhileAway);
