/** Parts of the editor that load after it opens. */
import type { ComponentType } from 'react';
import { later, loadLater } from '../ui/load-later.tsx';

const fetchParts = () => import('./panels.ts');

type Parts = Awaited<ReturnType<typeof fetchParts>>;

export const parts = later(fetchParts);

const part = <Props extends object>(choose: (all: Parts) => ComponentType<Props>): ComponentType<Props> =>
  loadLater(() => fetchParts().then(choose));

export const BlockHandle = part((all) => all.BlockHandle);
export const BlockMenuItems = part((all) => all.BlockMenuItems);
export const BubbleMenu = part((all) => all.BubbleMenu);
export const CommentButton = part((all) => all.CommentButton);
export const CommentField = part((all) => all.CommentField);
export const ContextToolbar = part((all) => all.ContextToolbar);
export const DocumentTools = part((all) => all.DocumentTools);
export const FindBar = part((all) => all.FindBar);
export const LinkCard = loadLater(() => import('./links/link-card.tsx').then((all) => all.LinkCard));
export const OutOfSight = part((all) => all.OutOfSight);
export const ShortcutHelp = part((all) => all.ShortcutHelp);
export const SuggestionList = part((all) => all.SuggestionList);
export const TableHandles = part((all) => all.TableHandles);
export const UploadPreviews = part((all) => all.UploadPreviews);
