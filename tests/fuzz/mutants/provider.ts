/** Possible mistakes of the provider. */
import { LIVE } from './live.ts';
import type { Mutant } from './mutant.ts';
import { READING } from './reading.ts';
import { SAVING } from './saving.ts';
import { SAYING } from './saying.ts';

export const PROVIDER_MUTANTS: readonly Mutant[] = [...SAVING, ...READING, ...LIVE, ...SAYING];
