import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Calls `parseArgs`, which is strict. An invalid argument prints its message and ends the program with code 1. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const isArgument =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isArgument) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}
