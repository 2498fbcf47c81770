/** Where the pictures of people are; fetched when they are first asked for. */
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { askStorage, parseJson } from './images.ts';
import { getConfig, getSupabase } from './supabase.ts';

const SIGNED_FOR_S = 3600;

const rowsSchema = z.array(z.object({ id: z.uuid(), avatar: z.string() }));
const signedSchema = z.array(z.object({ path: z.string(), signedURL: z.nullable(z.string()) }));

/** Addresses by person. */
export async function listAvatars(): Promise<ReadonlyMap<string, string>> {
  const request = getSupabase().from('profiles').select('id, avatar').not('avatar', 'is', null);
  const rows = await askDatabase(request.abortSignal(timeLimit()), rowsSchema);
  if (rows.length === 0) return new Map();
  const paths = rows.map(({ id, avatar }) => `${id}/${avatar}`);
  const text = await askStorage(`sign/avatars`, { expiresIn: SIGNED_FOR_S, paths });
  const signed = signedSchema.safeParse(parseJson(text));
  if (!signed.success) throw new ApiError({ code: 'unexpected_reply', status: 200, cause: signed.error });
  return new Map(
    signed.data.flatMap(({ path, signedURL }) =>
      signedURL === null
        ? []
        : [[path.split('/')[0] ?? '', encodeURI(`${getConfig().supabaseUrl}/storage/v1${signedURL}`)]],
    ),
  );
}
