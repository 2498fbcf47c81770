import { useState } from 'react';

/** True once `open` was true: mounts a panel on first use and keeps it mounted for its closing animation. */
export function useOnceOpen(open: boolean): boolean {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return once || open;
}
