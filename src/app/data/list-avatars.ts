/** Avatars of users; loaded on first use. */
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

const rowsSchema = z.array(z.object({ id: z.uuid(), avatar: z.string() }));

/** Avatars as data URLs, by user id. Those that fail to load are left out. */
export async function listAvatars(): Promise<ReadonlyMap<string, string>> {
  const request = getSupabase().from('profiles').select('id, avatar').not('avatar', 'is', null);
  const rows = await askDatabase(request.abortSignal(timeLimit()), rowsSchema);
  const loading = rows.map(async ({ id, avatar }) => {
    const picture = await loadPicture(`${id}/${avatar}`);
    return picture === null ? [] : [[id, picture] as const];
  });
  return new Map((await Promise.all(loading)).flat());
}

/** Cache by path; the content of a path never changes. */
const loaded = new Map<string, string>();

async function loadPicture(path: string): Promise<string | null> {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  try {
    // Loaded only for pictures that exist: its chunk is one of the largest that a list could load.
    const { loadFile } = await import('./private-files.ts');
    const picture = await toAddress(await loadFile(`avatars/${path}`));
    loaded.set(path, picture);
    return picture;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

const toAddress = (file: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') done(reader.result);
      else fail(new Error('a picture could not be read', { cause: reader.error }));
    });
    reader.readAsDataURL(file);
  });
