import type { Mutant } from '../build-simulator.ts';

export const MUTANTS: readonly Mutant[] = [];
