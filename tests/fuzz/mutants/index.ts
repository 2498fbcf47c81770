/** Every mistake that the simulator must detect. */
import type { Mutant } from './mutant.ts';
import { PROVIDER_MUTANTS } from './provider.ts';
import { SERVER_MUTANTS } from './server.ts';

export const MUTANTS: readonly Mutant[] = [...PROVIDER_MUTANTS, ...SERVER_MUTANTS];
