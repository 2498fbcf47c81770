/** Lets the functions of the embedded Supabase connect to the time stamp authority that their variables name. */
import { readOwnVariables } from '../src/embedded-supabase/node/deno-setting.ts';
import { readAuthorityUrl } from '../supabase/functions/_shared/server/time-stamp.ts';

interface Folders {
  readonly dataDir: string;
  readonly projectDir: string;
}

/** Variables to set. Throws an Error with a sentence when the address is none, so that no proof is the first to find out. */
export function allowTimeStamps(
  folders: Folders,
  { FUNCTIONS_ALLOW_NET: others }: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const text = readOwnVariables(folders)['TIME_STAMP_URL'];
  if (!text) return {};
  const { hostname, port, protocol } = readUrl(text);
  const host = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  return { FUNCTIONS_ALLOW_NET: others ? `${others},${host}` : host };
}

function readUrl(text: string): URL {
  try {
    return readAuthorityUrl(text);
  } catch (error) {
    if (error instanceof Error) throw Object.assign(error, { sentence: error.message });
    throw error;
  }
}
