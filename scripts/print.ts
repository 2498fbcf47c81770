/** Output of the commands. Titles, names and file names of others may be in it. */
import { escapeLines } from '../src/embedded-supabase/text/escape-controls.ts';

export const print = (text: string): void => console.log(escapeLines(text));
export const printError = (text: string): void => console.error(escapeLines(text));
