/** Settings of an edge function, `[functions.NAME]`. */
import { z } from 'zod';

export const functionConfigSchema = z.object({
  enabled: z.boolean().default(true),
  /** The gateway requires a valid JWT before calling the function. */
  verify_jwt: z.boolean().default(true),
  /** Relative to the folder `supabase`; defaults to the function's own `deno.json`. */
  import_map: z.string().optional(),
  /** Relative to the folder `supabase`; defaults to `functions/NAME/index.ts`. */
  entrypoint: z.string().optional(),
});
export type FunctionConfig = z.output<typeof functionConfigSchema>;

/** Settings of a function that `config.toml` does not name. */
export const DEFAULT_FUNCTION: FunctionConfig = functionConfigSchema.parse({});
