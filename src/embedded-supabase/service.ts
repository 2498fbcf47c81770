/**
 * What every embedded service is: a function from a request to a reply.
 *
 * The gateway has already removed the service's prefix (`/auth/v1/signup` arrives as `/signup`), checked that an
 * API key is present, and turned API keys into tokens the way Supabase's gateway does. Services verify the token
 * themselves, because each answers a bad one with an error of its own.
 */
export interface RequestContext {
  /** The caller's JWT: the bearer token, else the JWT that stands for a key `sb_…`, else null. Not verified. */
  readonly token: string | null;
  /** Address of the peer, for rate limits. */
  readonly ip: string;
  /** The origin under which callers reach the gateway, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
}

export type Service = (request: Request, context: RequestContext) => Response | Promise<Response>;
