/** Names that the page and its service worker share. */

/** The cache with the last page as served, under the path `KEPT_PAGE`. */
export const PAGE_CACHE = 'spolu-page';
export const KEPT_PAGE = '/kept-page';
/** A cache for each build, followed by the build's id. */
export const BUILD_CACHE = 'spolu-build-';

/** The build that a page belongs to; null for pages of others. */
export const buildOf = (html: string): string | null =>
  /<meta name="spolu-build" content="([\da-f]+)"/.exec(html)?.[1] ?? null;
