/** Probes of the lanes, also after a member has lost a right. */
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
  const allows = (verb: 'receives' | 'sends', topic: string, extension: string) =>
    `select 1 where test.${verb}('${name}', ${topic}, '${extension}')`;
  const current = SQL_PLACES.flatMap(([place, document], at) =>
    LANES.flatMap((lane) => {
      const topic = `'doc:' || ${document} || ':${at === 0 ? 2 : 1}:${lane}'`;
      const can = (verb: string) => may(caller, `${lane} ${verb}`, place);
      return [
        probe(`receive on ${lane} (${place})`, can('receive'), allows('receives', topic, 'broadcast')),
        probe(`send on ${lane} (${place})`, can('send'), allows('sends', topic, 'broadcast')),
        probe(`see presence on ${lane} (${place})`, can('presence'), allows('receives', topic, 'presence')),
        probe(`be present on ${lane} (${place})`, can('presence'), allows('sends', topic, 'presence')),
        probe(`other extension on ${lane} (${place})`, false, allows('sends', topic, 'postgres_changes')),
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
    probe(`receive on ${topic}`, false, allows('receives', topic, 'broadcast')),
    probe(`send on ${topic}`, false, allows('sends', topic, 'broadcast')),
  ]);
  return [...current, ...odd];
}

/** Probes after changes of rights, as the editor Edita unless stated. Each is rolled back. */
export function removalProbes(): SqlProbe[] {
  const olga = (sql: string) => `select test.act('olga', $q$ select ${sql} $q$);`;
  const removed = olga("public.remove_member(test.document(), test.id('edita'))");
  const demoted = olga("public.set_member_role(test.document(), test.id('edita'), 'viewer')");
  const again = olga("public.add_member(test.document(), 'edita@example.com', 'editor')");
  const append = "select test.append('edita', test.document(), test.session('edita'))";
  const lane = (name: string, epoch: number) =>
    `select 1 where test.receives('${name}', 'doc:' || test.document() || ':${epoch}:upd', 'broadcast')`;
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
    probe(
      'append after removal and a new invitation, under the old session',
      false,
      removed + again + append,
    ),
    probe('append after demotion', false, demoted + append),
    probe('receive on the old lanes after a removal', false, removed + lane('olga', 2)),
    probe('receive on the new lanes after a removal', true, removed + lane('olga', 3)),
    probe('receive on the new lanes as the removed member', false, removed + lane('edita', 3)),
    probe('receive on the old lanes after a demotion', false, demoted + lane('olga', 2)),
    probe('receive on the new lanes after a demotion', true, demoted + lane('edita', 3)),
    probe(
      'announce the epoch on the old lane',
      true,
      `${removed} select 1 from realtime.messages where topic = 'doc:' || test.document() || ':2:ctl' and event = 'epoch' and private`,
    ),
    probe(
      'receive on the lanes of a deleted document',
      false,
      `update public.documents set deleted_at = now(); ${lane('olga', 2)}`,
    ),
    probe(
      'read a deleted document over REST',
      false,
      `update public.documents set deleted_at = now(); select test.act('edita', 'create temp table seen as select id from public.documents'); select * from seen`,
    ),
    probe(
      'receive on the lanes after the membership has expired',
      false,
      `update public.members set expires_at = now() where user_id = test.id('edita'); ${lane('edita', 2)}`,
    ),
  ];
}
