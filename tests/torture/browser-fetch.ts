/** `fetch` with a browser's limits: at most six requests to a server at once; the others wait. */
const MOST_AT_ONCE = 6;

export function createBrowserFetch(): typeof fetch {
  const waiting: (() => void)[] = [];
  let open = 0;
  const takePlace = async (): Promise<void> => {
    if (open < MOST_AT_ONCE) open += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leavePlace = (): void => {
    const next = waiting.shift();
    if (next) next();
    else open -= 1;
  };
  return async (input, init) => {
    await takePlace();
    try {
      // As with a real connection, the place is free once the reply has been read.
      const response = await fetch(input, init);
      const { status, statusText, headers } = response;
      const body = await response.arrayBuffer();
      return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
    } finally {
      leavePlace();
    }
  };
}
