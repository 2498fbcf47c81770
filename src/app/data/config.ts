/** Configuration of Supabase: from the build, else from the page that the server rendered. */
import { parseJson } from '#contract/parse-json.ts';
import * as z from 'zod/mini';

export interface Config {
  readonly supabaseUrl: string;
  readonly publishableKey: string;
  /** Realtime events that the project's plan allows, shared by all clients of the project. */
  readonly eventsPerSecond: number;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problem: 'missing' }
  | { readonly ok: false; readonly problem: 'invalid'; readonly detail: string };

export interface ConfigSources {
  readonly buildUrl: string | undefined;
  readonly buildKey: string | undefined;
  readonly buildEvents?: string | undefined;
  /** Text of `<script type="application/json" id="supabase-config">`. */
  readonly page: string | null;
  /** URLs in the page may be relative to this. */
  readonly origin: string;
}

const filled = z.string().check(z.minLength(1));
const rate = z.coerce.number().check(z.positive());
/** Supabase's free plan. */
const DEFAULT_RATE = 100;
const pageSchema = z.nullable(
  z.object({
    supabaseUrl: filled,
    publishableKey: filled,
    eventsPerSecond: z._default(rate, DEFAULT_RATE),
  }),
);

/** Uses both build settings or both page settings; an incomplete pair is reported. */
export function readConfig(sources: ConfigSources): ConfigResult {
  const { buildUrl, buildKey } = sources;
  if (buildUrl || buildKey) {
    if (!buildUrl) return invalid('VITE_SUPABASE_URL');
    if (!buildKey) return invalid('VITE_SUPABASE_PUBLISHABLE_KEY');
    const events = rate.safeParse(sources.buildEvents || DEFAULT_RATE);
    if (!events.success) return invalid('VITE_REALTIME_EVENTS_PER_SECOND');
    const config = { supabaseUrl: buildUrl, publishableKey: buildKey, eventsPerSecond: events.data };
    return checkUrl(config, sources.origin);
  }
  const text = sources.page?.trim();
  if (!text) return { ok: false, problem: 'missing' };
  const parsed = pageSchema.safeParse(parseJson(text));
  if (!parsed.success) return invalid('supabase-config');
  if (parsed.data === null) return { ok: false, problem: 'missing' };
  return checkUrl(parsed.data, sources.origin);
}

export function readPageConfig(): ConfigResult {
  return readConfig({
    buildUrl: import.meta.env['VITE_SUPABASE_URL'],
    buildKey: import.meta.env['VITE_SUPABASE_PUBLISHABLE_KEY'],
    buildEvents: import.meta.env['VITE_REALTIME_EVENTS_PER_SECOND'],
    page: document.getElementById('supabase-config')?.textContent ?? null,
    origin: location.origin,
  });
}

function checkUrl(config: Config, origin: string): ConfigResult {
  const url = URL.parse(config.supabaseUrl, origin);
  if (!url || !/^https?:$/.test(url.protocol)) return invalid(config.supabaseUrl);
  return { ok: true, config: { ...config, supabaseUrl: url.href.replace(/\/+$/, '') } };
}

function invalid(detail: string): ConfigResult {
  return { ok: false, problem: 'invalid', detail };
}
