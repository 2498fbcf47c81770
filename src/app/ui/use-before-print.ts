import { useEffect } from 'react';
import { flushSync } from 'react-dom';

/** Makes a change that is to be printed, and draws it at once. */
export const drawNow = (change: () => void): void => flushSync(change);

/** Runs `prepare` synchronously: the browser prints the DOM as it is right after the event. */
export function useBeforePrint(prepare: () => void): void {
  useEffect(() => {
    const onBeforePrint = (): void => flushSync(prepare);
    addEventListener('beforeprint', onBeforePrint);
    return () => removeEventListener('beforeprint', onBeforePrint);
  }, [prepare]);
}
