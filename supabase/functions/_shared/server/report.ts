/**
 * Says what went wrong in one line of JSON, under the id that the gateway gave the request, so that its lines and those of
 * the gateway are found together. Without one the line is as good, only alone.
 */
export function report(error: unknown, requestId: string | null): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(JSON.stringify({ level: 'error', message, requestId }));
}
