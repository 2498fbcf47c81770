import { COMMENTS } from './comments.ts';
import { FUNCTIONS } from './functions.ts';
import { INVITING } from './inviting.ts';
import { LANE_RULES, REMOVAL } from './lanes.ts';
import type { Mutant } from './mutant.ts';
import { OWN } from './own.ts';
import { SEARCH } from './search.ts';
import { SERVICE } from './service.ts';
import { STORAGE } from './storage.ts';
import { SWEEPING } from './sweeping.ts';
import { TABLES } from './tables.ts';

export const MUTANTS: readonly Mutant[] = [
  ...TABLES,
  ...FUNCTIONS,
  ...INVITING,
  ...SERVICE,
  ...LANE_RULES,
  ...STORAGE,
  ...REMOVAL,
  ...OWN,
  ...SWEEPING,
  ...COMMENTS,
  ...SEARCH,
];
