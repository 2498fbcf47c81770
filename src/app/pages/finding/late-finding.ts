/** One chunk: the keys and the button of *Find*, which load once the page is shown. */
export { FindButton } from './find-button.tsx';
export { PageFinder } from './page-finder.tsx';
