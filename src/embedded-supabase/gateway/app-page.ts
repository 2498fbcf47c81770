/**
 * Serves the app's page with its configuration filled in, so that one build serves every address, and with headers that
 * block foreign scripts and frames.
 */

/**
 * The page's configuration. It replaces the placeholder `<script type="application/json" id="supabase-config">` of
 * index.html.
 */
export interface PageConfig {
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** Realtime events per second that the project may cause. Absent where only the project's owner can look it up. */
  readonly eventsPerSecond?: number;
}

const PLACEHOLDER = /(<script type="application\/json" id="supabase-config">)[^<]*(<\/script>)/;

/** Returns the page unchanged when it has no placeholder. */
export function fillPage(html: string, config: PageConfig): string {
  // A data block ends at the first `</script`, so it must not contain `<`.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return html.replace(PLACEHOLDER, (_match, open: string, close: string) => `${open}${json}${close}`);
}

/**
 * The content policy lets the page connect to `supabaseUrl`, which may be another origin. `scripts` are the hashes of
 * the page's inline scripts.
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
