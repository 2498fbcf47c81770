import { parseArgs, type ParseArgsConfig } from 'node:util';

/** As `parseArgs`, which is strict; a word that is not understood ends the program with one sentence. */
export function readWords<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const isWord =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isWord) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}
