/**
 * Supabase without Docker, as a library for Node: `startSupabase` brings up PostgreSQL and the services on one port.
 * As a program: `main.ts`. The README lists the differences from a hosted project.
 */
export type { Config } from './node/config.ts';
export { startSupabase, type Supabase } from './node/start-supabase.ts';
export type { SupabaseOptions } from './node/supabase-options.ts';
