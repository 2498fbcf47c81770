/**
 * An embedded service: a function from a request to a reply.
 *
 * The gateway has already removed the service's prefix (`/auth/v1/signup` arrives as `/signup`). It has checked that an API key
 * is present, and converted API keys to tokens as Supabase's gateway does. Services verify the token themselves, because each
 * has a different error for an invalid one.
 */
export interface RequestContext {
  /** The caller's JWT: the bearer token, else the JWT of an `sb_…` key, else null. Not verified. */
  readonly token: string | null;
  /** Address of the peer, for rate limits. */
  readonly ip: string;
  /** The origin under which callers reach the gateway, e.g. `http://127.0.0.1:3000`. */
  readonly origin: string;
}

export type Service = (request: Request, context: RequestContext) => Response | Promise<Response>;
