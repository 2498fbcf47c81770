/** Lifecycle of the browser page around a room. `hidden` is the last event that is guaranteed; later ones may not fire. */

export interface PageDuties {
  /** Sends unsaved changes; `leaving` if the page may be closing. */
  flush(leaving: boolean): void;
  wake(): void;
  /** The browser went offline or online. */
  networkChanged(): void;
}

export interface WatchedPage {
  /** Whether to confirm closing the page. Off otherwise, because the listener keeps a page out of the back/forward cache. */
  askBeforeClosing(ask: boolean): void;
  unwatch(): void;
}

/** True also for a network without internet access; only `false` is reliable. */
export const hasNetwork = (): boolean => navigator.onLine;

export const isSeen = (): boolean => document.visibilityState !== 'hidden';

/** Fires on a change of networks, which leaves connections half open. Not supported by every browser. */
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
      // Adding the same listener twice is a no-op.
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
