/**
 * Logs an unexpected error as one line of JSON. `requestId` is the gateway's id of the request, if it has one; it links the
 * line to those of the gateway.
 */
export function report(error: unknown, requestId: string | null): void {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(JSON.stringify({ level: 'error', message, requestId }));
}
