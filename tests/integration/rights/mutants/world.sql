-- Test data for the policy mutants, in addition to database-people.sql: Radka, who was just removed as an editor; Otto,
-- who owns another document; text, a version, an image and a second bucket. `test.run(probes)` runs each probe, rolls it
-- back, and returns the deviations.
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select test.id(name), name || '@example.com', now(), json_build_object('name', initcap(name)) from unnest(array['radka', 'otto']) as name;
insert into auth.sessions (id, user_id) select test.auth_session(name), test.id(name) from unnest(array['radka', 'otto']) as name;

create function test.other_document() returns uuid language sql immutable security definer as $$
  select private.new_document_id(test.id('otto'), test.key())
$$;
create function test.image(p_document uuid, p_name text default 'image') returns text language sql immutable as $$
  select p_document || '/' || md5(p_name)::uuid || '.png'
$$;
create function test.version(p_document uuid) returns uuid language sql as $$
  select v.id from public.versions v where v.document_id = p_document and v.kind = 'named'
$$;
create function test.erasure(p_document uuid) returns uuid language sql immutable as $$ select md5('erasure of ' || p_document)::uuid $$;
create function test.words() returns bytea language sql immutable as $$ select '\x0000'::bytea $$;

-- Runs a statement as another user within a probe.
create function test.act(p_name text, p_sql text) returns void language plpgsql as $$
begin
  perform test.become(p_name);
  execute p_sql;
  reset role;
end $$;

-- Appends as the edge function does: with the service key, for a user.
create function test.append(p_name text, p_document uuid, p_session uuid, p_client bigint default null, p_auth text default null)
returns json language plpgsql as $$
declare
  known public.editing_sessions;
begin
  select * into known from public.editing_sessions s where s.id = p_session;
  return public.append_updates(test.id(p_name), test.auth_session(coalesce(p_auth, p_name)), p_document, p_session, 1, 1,
    known.last_counter + 1, array[test.words()], array[coalesce(p_client, known.client_id)], array[known.next_clock], array[known.next_clock + 1]);
end $$;

create function test.relay(p_name text, p_tag bytea default '\x00') returns json language sql as $$
  select public.relay_updates(test.id(p_name), test.auth_session(p_name), test.document(), s.id, 1, 1, array[s.last_counter + 1],
    array[p_tag], array[test.words()], array[s.client_id], array[s.next_clock], array[s.next_clock + 1])
  from public.editing_sessions s where s.id = test.session('olga')
$$;
-- The tag that Olga's page would put on her next live update.
create function test.tag() returns bytea language sql security definer as $$
  select private.tag_update(s.id, s.last_counter + 1, test.words()) from public.editing_sessions s where s.id = test.session('olga')
$$;

create function test.claims(p_name text) returns jsonb language plpgsql as $$
declare
  claims jsonb;
begin
  perform test.become(p_name);
  claims := current_setting('request.jwt.claims')::jsonb;
  reset role;
  return claims;
end $$;

create function test.trash(p_document uuid, p_ago interval default '0') returns void language sql security definer as $$
  update public.documents set deleted_at = now() - p_ago where id = p_document
$$;
create function test.folder() returns uuid language sql immutable as $$ select md5('folder of radka')::uuid $$;
create function test.folder_name() returns text language sql security definer as $$
  select f.name from private.folders f where f.user_id = test.id('radka') and f.id = test.folder()
$$;
create function test.like(p_name text) returns void language sql security definer as $$
  insert into private.personal_marks (user_id, document_id, favorite) values (test.id(p_name), test.document(), true)
$$;
insert into private.folders (user_id, id, name) values (test.id('radka'), test.folder(), 'Of Radka');

create function test.is_signed_in(p_name text) returns boolean language sql security definer as $$
  select exists (select 1 from auth.sessions s where s.id = test.auth_session(p_name))
$$;
create function test.set_up_factor(p_name text, p_status auth.factor_status default 'verified') returns void language sql security definer as $$
  insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
  select gen_random_uuid(), u.id, 'totp', p_status, now(), now() from auth.users u where u.id = test.id(p_name)
$$;
create function test.show_factor(p_name text) returns void language sql security definer as $$
  update auth.sessions set aal = 'aal2' where id = test.auth_session(p_name)
$$;
create function test.unconfirm(p_name text) returns void language sql security definer as $$
  update auth.users set email_confirmed_at = null where id = test.id(p_name)
$$;
create function test.role(p_name text) returns text language sql security definer as $$
  select private.role_of(test.document(), test.id(p_name))
$$;
create function test.forget(p_name text) returns void language sql security definer as $$
  delete from public.members where user_id = test.id(p_name)
$$;

-- Creates an invitation whose token is its address.
create function test.invite(p_document uuid, p_email text, p_lasts interval default '1 day') returns void language sql security definer as $$
  insert into private.invitations (document_id, email, role, token_hash, invited_by, expires_at)
  select p_document, p_email, 'viewer', sha256(convert_to(p_email, 'UTF8')), d.owner_id, now() + p_lasts
  from public.documents d where d.id = p_document
$$;
-- Records that a user accepted an invitation with this token.
create function test.came_by(p_name text, p_token text) returns void language sql security definer as $$
  insert into private.used_invitations (token_hash, document_id, user_id)
  values (sha256(convert_to(p_token, 'UTF8')), test.document(), test.id(p_name))
$$;
create function test.invitation(p_email text) returns uuid language sql security definer as $$
  select i.id from private.invitations i where i.email = p_email
$$;
create function test.request(p_name text) returns void language sql security definer as $$
  insert into private.access_requests (document_id, user_id) values (test.document(), test.id(p_name))
$$;
create function test.has_request(p_name text) returns boolean language sql security definer as $$
  select exists (select 1 from private.access_requests r where r.user_id = test.id(p_name))
$$;
create function test.open_link(p_document uuid) returns void language sql security definer as $$
  update public.documents set link_role = 'viewer' where id = p_document
$$;
create function test.expect(p_document uuid, p_name text) returns void language sql security definer as $$
  insert into public.members (document_id, user_id, role, arrived_at, expires_at)
  values (p_document, test.id(p_name), 'editor', null, now() + interval '1 day')
$$;

create function test.stretch(p_document uuid) returns uuid language sql security definer as $$
  select v.id from public.versions v where v.document_id = p_document and v.kind = 'automatic' order by v.seq limit 1
$$;
create function test.saved_version(p_document uuid) returns uuid language sql security definer as $$
  select v.id from public.versions v where v.document_id = p_document and v.kind = 'named' limit 1
$$;
create function test.come_now(p_document uuid, p_name text) returns void language sql security definer as $$
  update public.members set created_at = clock_timestamp() where document_id = p_document and user_id = test.id(p_name)
$$;

create function test.receives(p_name text, p_topic text, p_extension text) returns boolean language sql as $$
  select p_extension = any (realtime.probe_read(p_topic, array['broadcast', 'presence'], test.claims(p_name), '{}'))
$$;
create function test.sends(p_name text, p_topic text, p_extension text) returns boolean language sql as $$
  select realtime.probe_write(p_topic, p_extension, test.claims(p_name), '{}')
$$;

insert into public.members (document_id, user_id, role) values (test.document(), test.id('radka'), 'editor');
insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
values (test.session('radka'), test.document(), test.id('radka'), 1, 30);
select test.act('olga', $$ select public.remove_member(test.document(), test.id('radka')) $$);
select test.act('otto', $$ select public.create_document(test.key()) $$);
insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
values (test.session('otto'), test.other_document(), test.id('otto'), 1, 31);
insert into private.session_secrets (session_id) select id from public.editing_sessions on conflict do nothing;
insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
select id, 1, 1, sha256('\x0000'), '\x0000', md5('') from public.documents;
insert into public.versions (document_id, seq, kind, name) select id, 1, 'named', 'Kept' from public.documents;
insert into public.versions (document_id, seq, kind, from_seq, ended_at) select id, 1, 'automatic', 1, now() from public.documents;
insert into public.deleted_versions (id, document_id, saved_at) select gen_random_uuid(), id, now() from public.documents;
update public.document_logs set snapshot_seq = 1;
insert into public.erasures (id, document_id, seq, ranges, characters)
select test.erasure(id), id, 1, '[[9, 0, 1]]', 1 from public.documents;
insert into public.version_authors (version_id, document_id, session_id)
select v.id, v.document_id, s.id from public.versions v join public.editing_sessions s on s.document_id = v.document_id where v.kind = 'automatic';
insert into storage.buckets (id, name, public) values ('another-bucket', 'another-bucket', false);
insert into storage.objects (bucket_id, name) select bucket, test.image(id)
from public.documents, unnest(array['document-images', 'another-bucket']) as bucket;

create function test.anchor() returns jsonb language sql immutable as $$
  select '{"kind": "text", "units": "11 0 5", "seq": 1, "quote": "claimed", "before": "", "after": "", "heading": ""}'::jsonb
$$;
create function test.erased_anchor() returns jsonb language sql immutable as $$ select test.anchor() || '{"units": "11 0 5 9 0 2"}' $$;
create function test.body(p_text text default 'Why?') returns json language sql immutable as $$
  select json_build_object('type', 'doc', 'content', json_build_array(json_build_object('type', 'paragraph',
    'content', json_build_array(json_build_object('type', 'text', 'text', p_text)))))
$$;
create function test.thread(p_document uuid) returns uuid language sql immutable as $$ select md5('thread of ' || p_document)::uuid $$;
-- Opens a thread whose quote in the log is not the one that its page claimed.
create function test.open_thread(p_name text, p_document uuid, p_thread uuid) returns void language sql as $$
  select test.act(p_name, format('select public.add_comment(%L, %L, %L, test.anchor(), test.body())', p_document, p_thread, md5('comment of ' || p_name)::uuid));
  update private.comment_threads set quote = 'secret' where id = p_thread;
$$;
create function test.place(p_living text[], p_reads boolean default true, p_is_erased boolean default false) returns void language sql security definer as $$
  delete from public.erasures where not p_is_erased;
  select public.save_thread_places(test.document(), 1, l.head_seq, jsonb_build_array(jsonb_build_object('id', test.thread(test.document()), 'attached', 0,
    'state', 'exact', 'units', '11 0 5', 'living', p_living, 'texts', case when p_reads then '{"quote": "secret"}'::jsonb end)))
  from public.document_logs l where l.document_id = test.document();
  update private.comment_threads set lived_at = clock_timestamp();
$$;
create function test.grow(p_document uuid) returns void language sql security definer as $$
  update public.document_logs set head_seq = head_seq + 1 where document_id = p_document
$$;
create function test.hide_comments() returns void language sql security definer as $$ update public.documents set viewers_see_comments = false $$;
create function test.has_read(p_name text) returns boolean language sql security definer as $$
  select exists (select from private.thread_reads r where r.user_id = test.id(p_name))
$$;
create function test.use_up(p_name text, p_action text) returns void language sql security definer as $$
  insert into private.rate_buckets (user_id, action, tokens, filled_at) select u.id, p_action, 0, clock_timestamp() from auth.users u where u.id = test.id(p_name)
  on conflict (user_id, action) do update set tokens = 0, filled_at = excluded.filled_at
$$;
create function test.fill(p_document uuid) returns void language sql security definer as $$
  insert into private.comment_threads (id, document_id, generation, kind, units, anchor_seq, quote, before, after, heading)
  select gen_random_uuid(), p_document, 1, 'document', '', 1, '', '', '', '' from generate_series(1, 500)
$$;
create function test.join(p_document uuid, p_name text) returns void language sql security definer as $$
  insert into public.members (document_id, user_id, role) select p_document, u.id, 'commenter' from auth.users u where u.id = test.id(p_name) on conflict do nothing
$$;
select test.open_thread('karel', test.document(), test.thread(test.document()));
select test.open_thread('edita', test.document(), md5('thread of edita')::uuid);
select test.open_thread('otto', test.other_document(), test.thread(test.other_document()));
delete from realtime.messages where event = 'thread';
update private.comment_versions set told_until = '-infinity';

insert into private.document_search (document_id, seq, lived_at, headings, body, starts, words, title_words)
select d.id, 1, now(), '[]', 'Word', '{1}', '''x:word'':1C', '' from public.documents d;
insert into private.comment_search (comment_id, document_id, body, words)
select c.id, t.document_id, 'Said', '''x:said'':1D' from private.comments c join private.comment_threads t on t.id = c.thread_id;
create function test.index_long_ago() returns void language sql security definer as $$
  update private.document_search set lived_at = '-infinity';
  update public.document_logs set head_seq = 3;
$$;
create function test.remove_thread() returns void language sql security definer as $$
  update private.comment_threads set is_removed = true
$$;

-- Returns at most p_most deviations: one is enough to detect a mutant.
create function test.run(p_probes jsonb, p_most integer) returns table (caller text, what text, answer text) language plpgsql as $$
declare
  probe record;
  touched bigint;
  done boolean;
  outcome text;
  wrong integer := 0;
begin
  for probe in select * from jsonb_to_recordset(p_probes) as p (caller text, "as" text, what text, expected boolean, sql text) loop
    done := false;
    begin
      if probe."as" is not null then perform test.become(probe."as"); end if;
      execute probe.sql;
      get diagnostics touched = row_count;
      outcome := touched || ' rows';
      done := touched > 0;
      raise exception using errcode = 'UNDO0';
    exception
      when sqlstate 'UNDO0' then null;
      -- The policies allowed it; only a constraint stopped it.
      when integrity_constraint_violation then done := true; outcome := sqlerrm;
      when others then outcome := sqlerrm;
    end;
    reset role;
    if done is distinct from probe.expected then
      caller := probe.caller; what := probe.what; answer := outcome;
      return next;
      wrong := wrong + 1;
      exit when wrong >= p_most;
    end if;
  end loop;
end $$;
