/**
 * The app's page as it is sent: its configuration filled in, so that one build serves every address, and the headers
 * that keep foreign code and foreign frames out.
 */

/** What the page is told; see the placeholder `<script type="application/json" id="spolu-config">` in index.html. */
export interface PageConfig {
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** Realtime events that the project may cause; not said where only its owner knows. */
  readonly eventsPerSecond?: number;
}

const PLACEHOLDER = /(<script type="application\/json" id="spolu-config">)[^<]*(<\/script>)/;

/** Without the placeholder the page is returned as it is. */
export function fillPage(html: string, config: PageConfig): string {
  // A data block ends at the first `</script`, so no `<` may stand in it.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace(PLACEHOLDER, (_match, open: string, close: string) => `${open}${json}${close}`);
}

/**
 * `supabaseUrl` may be another origin, which the page must then be allowed to talk to. `scripts`: hashes of those that
 * stand in the page itself.
 */
export function pageHeaders(supabaseUrl: string, scripts: readonly string[] = []): Record<string, string> {
  const { origin, host } = new URL(supabaseUrl);
  const sockets = `ws://${host} wss://${host}`;
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((hash) => `'sha256-${hash}'`)].join(' '),
    // Editors and carets set positions and colours as style attributes.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' blob: data: ${origin}`,
    `connect-src 'self' ${origin} ${sockets}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
