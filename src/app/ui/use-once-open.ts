import { useState } from 'react';

/** True from the first time on that it is open: a panel that was never needed is never drawn, and one that closes may take its time. */
export function useOnceOpen(open: boolean): boolean {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return once || open;
}
