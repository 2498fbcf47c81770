/**
 * Allowed targets of the links in emails, and their parameters (GoTrue, internal/utilities/request.go, api/verify.go).
 */
import type { AuthConfig } from './auth-config.ts';
import { AuthError } from './errors.ts';
import { matchesGlob } from './match-glob.ts';

type RedirectRules = Pick<AuthConfig, 'site_url' | 'additional_redirect_urls'>;

const NEVER = new Set(['javascript:', 'data:', 'vbscript:']);
/**
 * Characters that browsers drop or rewrite before following a URL, so that it would not lead where it was checked for.
 */
const CONFUSING = /[\u0000-\u0020\u007f\\]/; // oxlint-disable-line no-control-regex

/** The first wanted URL that is allowed, else `site_url`. */
export function chooseRedirect(rules: RedirectRules, ...wanted: readonly (string | undefined)[]): string {
  return wanted.find((url) => url !== undefined && isAllowedRedirect(rules, url)) ?? rules.site_url;
}

/**
 * Allows the site itself (any port when it is on the loopback interface, RFC 8252 7.3), any loopback IP address, and
 * the globs of `additional_redirect_urls`.
 */
export function isAllowedRedirect(rules: RedirectRules, wanted: string): boolean {
  if (wanted === '' || CONFUSING.test(wanted) || !URL.canParse(wanted)) return false;
  const url = new URL(wanted);
  if (NEVER.has(url.protocol)) return false;
  const site = new URL(rules.site_url);
  const isSite = url.protocol === site.protocol && url.hostname === site.hostname;
  if (isSite && (url.port === site.port || isLoopback(url.hostname))) return true;
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (isHttp && isIpAddress(url.hostname)) return isLoopback(url.hostname);
  const [withoutFragment = ''] = wanted.split('#');
  return rules.additional_redirect_urls.some((pattern) => matchesGlob(pattern, withoutFragment));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
}

/**
 * Adds fields behind `#`, where no server sees them, and the field `sb`, by which clients recognise Supabase's
 * redirect.
 */
export function withFragment(target: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams({ ...fields, sb: '' }).toString();
  return url.href;
}

export function withQuery(target: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** Adds a refusal to the page's URL: in the query for a PKCE client, in the fragment for an implicit one. */
export function withError(target: string, error: AuthError, isPkce: boolean): string {
  const oauthError = OAUTH_ERRORS[error.status];
  const fields = {
    ...(oauthError === undefined ? {} : { error: oauthError }),
    error_code: error.code,
    error_description: error.message,
  };
  return withFragment(isPkce ? withQuery(target, fields) : target, fields);
}
