/** The lanes, and what becomes of them when somebody loses a right. */
import { LANES } from '#contract/topics.ts';
import { may } from '../matrix.ts';
import { SQL_PLACES, type SqlPerson, type SqlProbe } from './sql-probe.ts';

export function laneProbes([caller, name]: SqlPerson): SqlProbe[] {
  const probe = (what: string, expected: boolean, sql: string): SqlProbe => ({
    caller,
    as: null,
    what,
    expected,
    sql,
  });
  const ask = (verb: 'hears' | 'speaks', topic: string, extension: string) =>
    `select 1 where test.${verb}('${name}', ${topic}, '${extension}')`;
  const current = SQL_PLACES.flatMap(([place, document], at) =>
    LANES.flatMap((lane) => {
      const topic = `'doc:' || ${document} || ':${at === 0 ? 2 : 1}:${lane}'`;
      const can = (verb: string) => may(caller, `${lane} ${verb}`, place);
      return [
        probe(`hear ${lane} (${place})`, can('receive'), ask('hears', topic, 'broadcast')),
        probe(`speak on ${lane} (${place})`, can('send'), ask('speaks', topic, 'broadcast')),
        probe(`see presence on ${lane} (${place})`, can('presence'), ask('hears', topic, 'presence')),
        probe(`be present on ${lane} (${place})`, can('presence'), ask('speaks', topic, 'presence')),
        probe(`other extension on ${lane} (${place})`, false, ask('speaks', topic, 'postgres_changes')),
      ];
    }),
  );
  const id = 'test.document()';
  const none: readonly string[] = [
    `'doc:' || ${id} || ':1:upd'`,
    `'doc:' || ${id} || ':3:upd'`,
    `'doc:' || ${id} || ':2:upd:x'`,
    `'doc:' || ${id} || ':2:UPD'`,
    `'doc:' || upper(${id}::text) || ':2:upd'`,
    `'doc:' || ${id} || ':02:upd'`,
    `'doc:' || ${id} || E':2:upd\\n'`,
    `'x' || E'\\n' || 'doc:' || ${id} || ':2:upd'`,
    `'doc:' || ${id} || ':2:'`,
    "'doc:x:2:upd'",
    "''",
  ];
  const odd = none.flatMap((topic) => [
    probe(`hear ${topic}`, false, ask('hears', topic, 'broadcast')),
    probe(`speak on ${topic}`, false, ask('speaks', topic, 'broadcast')),
  ]);
  return [...current, ...odd];
}

/** What holds after rights have changed; each undoes itself. */
export function removalProbes(): SqlProbe[] {
  const olga = (sql: string) => `select test.act('olga', $q$ select ${sql} $q$);`;
  const removed = olga("public.remove_member(test.document(), test.id('edita'))");
  const demoted = olga("public.set_member_role(test.document(), test.id('edita'), 'viewer')");
  const again = olga("public.add_member(test.document(), 'edita@example.com', 'editor')");
  const append = "select test.append('edita', test.document(), test.session('edita'))";
  const lane = (name: string, epoch: number) =>
    `select 1 where test.hears('${name}', 'doc:' || test.document() || ':${epoch}:upd', 'broadcast')`;
  const probe = (what: string, expected: boolean, sql: string): SqlProbe => ({
    caller: 'editor',
    as: null,
    what,
    expected,
    sql,
  });
  return [
    probe('append before', true, append),
    probe('append after removal', false, removed + append),
    probe('append after removal, let in again, under the old session', false, removed + again + append),
    probe('append after demotion', false, demoted + append),
    probe('the old lanes after a removal', false, removed + lane('olga', 2)),
    probe('the new lanes after a removal', true, removed + lane('olga', 3)),
    probe('the new lanes for whoever was removed', false, removed + lane('edita', 3)),
    probe('the old lanes after a demotion', false, demoted + lane('olga', 2)),
    probe('the new lanes after a demotion', true, demoted + lane('edita', 3)),
    probe(
      'a notice on the old lane',
      true,
      `${removed} select 1 from realtime.messages where topic = 'doc:' || test.document() || ':2:ctl' and event = 'epoch' and private`,
    ),
    probe(
      'a deleted document on its lanes',
      false,
      `update public.documents set deleted_at = now(); ${lane('olga', 2)}`,
    ),
    probe(
      'a deleted document in REST',
      false,
      `update public.documents set deleted_at = now(); select test.act('edita', 'create temp table seen as select id from public.documents'); select * from seen`,
    ),
    probe(
      'a membership that has ended on the lanes',
      false,
      `update public.members set expires_at = now() where user_id = test.id('edita'); ${lane('edita', 2)}`,
    ),
  ];
}
