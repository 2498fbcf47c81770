import type { Mutant } from './mutant.ts';

const CORE = 'src/yjs-supabase/src/core';

/** Mistakes in the view and in the reported status. */
export const SAYING: readonly Mutant[] = [
  {
    name: 'the last change is not counted',
    file: `${CORE}/view.ts`,
    find: 'unsaved: items.length,',
    replace: 'unsaved: items.length > 1 ? items.length : 0,',
  },
  {
    name: 'stored changes are not counted as unsaved',
    file: `${CORE}/view.ts`,
    find: 'unsaved: items.length,',
    replace: "unsaved: items.filter((item) => item.stored !== 'yes').length,",
  },
  {
    name: 'a failed write counts as kept',
    file: `${CORE}/view.ts`,
    find: "items.every((item) => item.stored === 'yes')",
    replace: "items.every((item) => item.stored !== 'waiting')",
    faults: ['quota', 'functions'],
  },
  {
    name: 'the page shows Saved one change early',
    file: 'src/app/room/room-status.ts',
    find: 'if (view.unsaved === 0) {',
    replace: 'if (view.unsaved <= 1) {',
  },
];
