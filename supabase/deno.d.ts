/** The little of Deno that the functions use, for tools that do not know it; Deno itself checks with its own types. */
declare namespace Deno {
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown;
}
