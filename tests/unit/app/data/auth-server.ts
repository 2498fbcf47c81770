/** The token part of a Supabase server: issues tokens, rejects expired ones, rate-limits refreshing. */
import { makeToken } from '../sessions.ts';

const LIFE_S = 900;
const MAX_REFRESHES = 30;
const WITHIN_MS = 300_000;

export interface AuthServer {
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
  readonly refreshes: () => number;
  readonly mostRefreshesOfOneToken: () => number;
  /** Number of requests with an expired token. */
  readonly refused: () => number;
  /** Sets the next replies to refresh requests. */
  readonly answerRefreshesWith: (...answers: (() => Response)[]) => void;
  /** Ends the session on the server: its tokens are rejected from now on. */
  readonly endSession: () => void;
}

const USER = {
  id: 'ann',
  email: 'ann@example.com',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '',
};

export function openAuthServer(nowMs: () => number): AuthServer {
  let tokens = 0;
  let refused = 0;
  let hasEnded = false;
  let special: (() => Response)[] = [];
  const refreshedAtMs: number[] = [];
  const byToken = new Map<string, number>();

  function grant(): Response {
    tokens += 1;
    const iat = Math.floor(nowMs() / 1000);
    return Response.json({
      access_token: makeToken({ sub: 'ann', iat, exp: iat + LIFE_S, tokens }),
      refresh_token: `r${tokens}`,
      token_type: 'bearer',
      expires_in: LIFE_S,
      expires_at: iat + LIFE_S,
      user: USER,
    });
  }

  function refresh(token: string): Response {
    const answer = special.shift();
    if (answer) return answer();
    byToken.set(token, (byToken.get(token) ?? 0) + 1);
    refreshedAtMs.push(nowMs());
    if (hasEnded) return Response.json({ code: 'session_not_found', message: '' }, { status: 400 });
    const lately = refreshedAtMs.filter((atMs) => nowMs() - atMs < WITHIN_MS);
    if (lately.length > MAX_REFRESHES)
      return Response.json({ code: 'over_request_rate_limit', message: '' }, { status: 429 });
    return grant();
  }

  function isGood(authorization: string | null): boolean {
    const payload = authorization?.split('.')[1];
    if (payload === undefined || hasEnded) return false;
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp: number };
    return exp * 1000 > nowMs();
  }

  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'refresh_token')
      return refresh(((await request.json()) as { refresh_token: string }).refresh_token);
    if (pathname === '/auth/v1/token') return grant();
    if (!isGood(request.headers.get('Authorization'))) {
      refused += 1;
      const code = pathname.startsWith('/auth/') ? 'bad_jwt' : 'PGRST303';
      return Response.json(
        { code, error_code: code, message: 'JWT expired' },
        { status: code === 'bad_jwt' ? 403 : 401 },
      );
    }
    if (pathname === '/auth/v1/user') return Response.json(USER);
    return Response.json(pathname.startsWith('/functions/') ? { ok: true } : []);
  };

  return {
    fetch: answer,
    nowMs,
    refreshes: () => refreshedAtMs.length,
    mostRefreshesOfOneToken: () => Math.max(0, ...byToken.values()),
    refused: () => refused,
    answerRefreshesWith: (...answers) => {
      special = answers;
    },
    endSession: () => {
      hasEnded = true;
    },
  };
}
