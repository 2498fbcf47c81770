/** Reloads the page once when a part of its build is gone from the server and from the device. The reload takes the new build. */
import { PART_GONE } from '../ui/import-part.ts';
import { ownBuild } from './keep-app.ts';

const RELOADED = 'spolu.reloaded';

/** Reloads once for each build, and only a page that loses nothing by it. Returns its end. */
export function reloadForMissingParts(reload = (): void => location.reload()): () => void {
  const onGone = (): void => {
    if (couldLose() || !remember(ownBuild())) return;
    reload();
  };
  window.addEventListener(PART_GONE, onGone);
  return () => window.removeEventListener(PART_GONE, onGone);
}

/** Whether anything on the page would ask before it is closed, such as text that is not on this device. */
const couldLose = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** False where it was done before, or cannot be remembered. */
function remember(build: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === build) return false;
    sessionStorage.setItem(RELOADED, build);
    return true;
  } catch {
    return false; // storage is blocked
  }
}
