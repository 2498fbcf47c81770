/** A mistake that somebody could make in a policy, a grant or a function. The probes of its area must notice. */
import type { Area } from './sql-probes.ts';

export interface Mutant {
  readonly name: string;
  readonly area: Area;
  readonly sql: string;
}

/** Replaces a piece of a function as it is in the database; fails when the piece is not there exactly once. */
export const edit = (area: Area, name: string, routine: string, find: string, put: string): Mutant => ({
  name,
  area,
  sql: `do $edit$
    declare
      source text := pg_get_functiondef('${routine}'::regproc);
    begin
      if array_length(string_to_array(source, $find$${find}$find$), 1) is distinct from 2 then
        raise exception 'the place of the mutant is gone';
      end if;
      execute replace(source, $find$${find}$find$, $put$${put}$put$);
    end $edit$`,
});

export const change = (area: Area, name: string, sql: string): Mutant => ({ name, area, sql });
