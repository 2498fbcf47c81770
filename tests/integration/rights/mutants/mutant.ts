/** A plausible mistake in a policy, a grant or a function. The probes of its area must detect it. */
import type { Area } from './sql-probes.ts';

export interface Mutant {
  readonly name: string;
  readonly area: Area;
  readonly sql: string;
}

/** Replaces `find` in the stored source of a function; fails unless it occurs exactly once. */
export const edit = (area: Area, name: string, routine: string, find: string, put: string): Mutant => ({
  name,
  area,
  sql: `do $edit$
    declare
      source text := pg_get_functiondef('${routine}'::regproc);
    begin
      if array_length(string_to_array(source, $find$${find}$find$), 1) is distinct from 2 then
        raise exception 'the function does not contain the text to replace exactly once';
      end if;
      execute replace(source, $find$${find}$find$, $put$${put}$put$);
    end $edit$`,
});

export const change = (area: Area, name: string, sql: string): Mutant => ({ name, area, sql });
