/** One chunk with the small parts of an open document that load once its text is shown. */
export { RecoveredTray } from '../../editor/recovered/recovered-tray.tsx';
export { RestoreNews } from '../../history/restore-news.tsx';
export { WhileAway } from '../../history/while-away.tsx';
export { AskToWrite } from '../../sharing/ask-to-write.tsx';
export { TextImport } from '../imports/text-import.tsx';
export { OpenPageFinder } from '../finding/open-page-finder.tsx';
export { FoundWords } from './found-words.tsx';
export { ComeBack } from './come-back.tsx';
export { TrashedBy } from './trashed-by.tsx';
export { LongUnsavedDialog } from '../../unsent/long-unsaved-dialog.tsx';
