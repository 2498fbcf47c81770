import { loadLater } from '../../ui/load-later.tsx';
import type { PartProps } from '../document/use-open-page.ts';
import { Finder } from './finder.tsx';

const DocumentFinder = loadLater(() => import('./document-finder.tsx').then((part) => part.DocumentFinder));

/** *Find* on the page of a document. */
export const OpenPageFinder = ({ page }: PartProps) => (
  <Finder>
    <DocumentFinder page={page} />
  </Finder>
);
