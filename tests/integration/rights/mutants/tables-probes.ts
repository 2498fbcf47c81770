/** Probes of every table with every column and verb. */
import { mayRead, OWN_PROFILE, READABLE, roleIn } from '../matrix.ts';
import { SQL_PLACES, type Catalogue, type SqlPerson, type SqlProbe } from './sql-probe.ts';

export function tableProbes([caller, as]: SqlPerson, table: Catalogue['tables'][number]): SqlProbe[] {
  const { name, columns } = table;
  const about = columns.includes('document_id') ? 'document_id' : 'id';
  return SQL_PLACES.flatMap(([place, document, owner]) => {
    const where =
      name === 'profiles'
        ? `id = test.id('${owner}')`
        : columns.includes(about)
          ? `${about} = ${document}`
          : 'true';
    const probe = (what: string, expected: boolean, sql: string): SqlProbe => ({
      caller,
      as,
      what: `${what} ${name} (${place})`,
      expected,
      sql,
    });
    const isOwn = (column: string) =>
      name === 'profiles' && roleIn(caller, place) === 'owner' && OWN_PROFILE.includes(column);
    const readable = READABLE[name]?.[0] ?? columns[0] ?? '1';
    return [
      ...columns.flatMap((column) => [
        probe(
          `select ${column} of`,
          mayRead(caller, name, column, place),
          `select ${column} from public.${name} where ${where}`,
        ),
        probe(
          `update ${column} of`,
          isOwn(column),
          `update public.${name} set ${column} = ${isOwn(column) ? column : 'default'} where ${where}`,
        ),
      ]),
      probe('delete from', false, `delete from public.${name} where ${where}`),
      probe('insert into', false, `insert into public.${name} (${readable}) values (null)`),
    ];
  });
}
