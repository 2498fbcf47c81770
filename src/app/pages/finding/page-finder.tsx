import { loadLater } from '../../ui/load-later.tsx';
import { Finder } from './finder.tsx';
import type { AppFinderProps } from './app-finder.tsx';

const AppFinder = loadLater(() => import('./app-finder.tsx').then((part) => part.AppFinder));

/** *Find* on a page other than a document. */
export const PageFinder = (props: AppFinderProps) => (
  <Finder>
    <AppFinder {...props} />
  </Finder>
);
