/** The life of the browser page around a room. `hidden` is the last moment that surely comes; the others may not. */

export interface PageDuties {
  /** Send what is not saved; `leaving` when the page may be going away. */
  flush(leaving: boolean): void;
  wake(): void;
  /** The browser lost its network, or has one again. */
  networkChanged(): void;
}

export interface WatchedPage {
  /** Whether closing the page is to be asked about: only then, because a browser keeps no page that wants to ask. */
  askBeforeClosing(ask: boolean): void;
  unwatch(): void;
}

/** True also for a network that leads nowhere: a browser only knows for sure that it has none. */
export const hasNetwork = (): boolean => navigator.onLine;

export const isSeen = (): boolean => document.visibilityState !== 'hidden';

/** Tells of a change from one network to another, which leaves connections half open. Not in every browser. */
const findConnection = (): EventTarget | undefined =>
  (navigator as Navigator & { readonly connection?: EventTarget }).connection;

export function watchPage(duties: PageDuties): WatchedPage {
  const onVisibility = (): void => {
    if (isSeen()) duties.wake();
    else duties.flush(true);
  };
  const onPageHide = (): void => duties.flush(true);
  const onBlur = (): void => duties.flush(false);
  const onWake = (): void => duties.wake();
  const onNetwork = (): void => duties.networkChanged();
  const connection = findConnection();
  const onBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('resume', onWake);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('blur', onBlur);
  window.addEventListener('online', onWake);
  window.addEventListener('online', onNetwork);
  window.addEventListener('offline', onNetwork);
  window.addEventListener('pageshow', onWake);
  connection?.addEventListener('change', onWake);
  return {
    askBeforeClosing: (ask) => {
      // Adding it twice is adding it once.
      if (ask) window.addEventListener('beforeunload', onBeforeUnload);
      else window.removeEventListener('beforeunload', onBeforeUnload);
    },
    unwatch: () => {
      document.removeEventListener('visibilitychange', onVisibility);
      document.removeEventListener('resume', onWake);
      window.removeEventListener('pagehide', onPageHide);
      window.removeEventListener('blur', onBlur);
      window.removeEventListener('online', onWake);
      window.removeEventListener('online', onNetwork);
      window.removeEventListener('offline', onNetwork);
      window.removeEventListener('pageshow', onWake);
      connection?.removeEventListener('change', onWake);
      window.removeEventListener('beforeunload', onBeforeUnload);
    },
  };
}
