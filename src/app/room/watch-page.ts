/** The life of the browser page around a room. `hidden` is the last moment that surely comes; the others may not. */

export interface PageDuties {
  /** Send what is not saved; `leaving` when the page may be going away. */
  flush(leaving: boolean): void;
  wake(): void;
  /** Would closing the page lose words? */
  mustAsk(): boolean;
}

export function watchPage(duties: PageDuties): () => void {
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') duties.flush(true);
    else duties.wake();
  };
  const onPageHide = (): void => duties.flush(true);
  const onBlur = (): void => duties.flush(false);
  const onWake = (): void => duties.wake();
  const onBeforeUnload = (event: BeforeUnloadEvent): void => {
    if (duties.mustAsk()) event.preventDefault();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('blur', onBlur);
  window.addEventListener('online', onWake);
  window.addEventListener('pageshow', onWake);
  window.addEventListener('beforeunload', onBeforeUnload);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', onPageHide);
    window.removeEventListener('blur', onBlur);
    window.removeEventListener('online', onWake);
    window.removeEventListener('pageshow', onWake);
    window.removeEventListener('beforeunload', onBeforeUnload);
  };
}
