import { partsOf } from '../ui/load-later.tsx';

/** The list's marks of this device, as one part. */
const part = partsOf(() => import('./device-watch.tsx'));
export const DeviceWatch = part((all) => all.DeviceWatch);
export const MissingMark = part((all) => all.MissingMark);
export const WaitingMark = part((all) => all.WaitingMark);
export const PinnedMark = part((all) => all.PinnedMark);
export const PinFolder = part((all) => all.PinFolder);
