/**
 * One import map for all functions of a project: each function's entries apply within its folder, those of
 * `functions/deno.json` in all of them, as with the Supabase CLI. Pure.
 */
import { z } from 'zod';

export interface ImportSource {
  /** The folder in which the entries apply, as a file URL that ends with `/`. */
  readonly scope: string;
  /** The file that holds them; relative addresses are resolved against it. */
  readonly file: string;
  readonly text: string;
}

const imports = z.record(z.string(), z.string()).default({});
const fileSchema = z.object({ imports, scopes: z.record(z.string(), imports).default({}) });

export interface ImportMap {
  readonly imports: Readonly<Record<string, string>>;
  readonly scopes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Throws an Error with the file's name when a file cannot be parsed. */
export function buildImportMap(sources: readonly ImportSource[]): ImportMap {
  const scopes: Record<string, Record<string, string>> = {};
  for (const source of sources) {
    const parsed = readSource(source);
    const base = source.file;
    const add = (scope: string, entries: Record<string, string>) => {
      const made = Object.entries(entries).map(([name, target]) => [name, resolveTarget(target, base)]);
      scopes[scope] = { ...scopes[scope], ...Object.fromEntries(made) };
    };
    add(source.scope, parsed.imports);
    for (const [scope, entries] of Object.entries(parsed.scopes)) add(new URL(scope, base).href, entries);
  }
  return { imports: {}, scopes };
}

function readSource({ file, text }: ImportSource): z.output<typeof fileSchema> {
  const result = fileSchema.safeParse(parseJsonWithComments(text, file));
  if (result.success) return result.data;
  throw new Error(
    `${file}: ${result.error.issues[0]?.path.join('.') ?? ''}: ${result.error.issues[0]?.message ?? ''}`,
  );
}

function resolveTarget(target: string, base: string): string {
  return target.startsWith('.') || target.startsWith('/') ? new URL(target, base).href : target;
}

/** `deno.json` and `deno.jsonc` may contain comments. */
function parseJsonWithComments(text: string, file: string): unknown {
  const bare = text.replaceAll(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g,
    (_all, string?: string) => string ?? '',
  );
  try {
    return JSON.parse(bare);
  } catch (error) {
    throw new Error(`${file} is not JSON.`, { cause: error });
  }
}
