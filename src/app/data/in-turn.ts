/** Runs at most `limit` jobs at once, the others in their order. */
export function inTurn(limit: number): (job: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = limit;
  return async (job) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
