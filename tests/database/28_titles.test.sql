-- The title in lists: read from the newest row, from a small state where there is one, and gone with the document.
\i people
select plan(17);

create function pg_temp.base() returns text language sql as $$
  select encode(public.load_title(test.id('edita'), test.auth_session('edita'), test.document())::bytea, 'escape')
$$;
create function pg_temp.title() returns text language sql as $$ select title from public.documents where id = test.document() $$;
create function pg_temp.append() returns bigint language sql as $$
  select (public.append_updates(test.id('edita'), test.auth_session('edita'), test.document(), s.id, 1, 1, s.last_counter + 1,
    array['row'::bytea], array[s.client_id], array[s.next_clock], array[s.next_clock + 1]) ->> 'head')::bigint
  from public.editing_sessions s where s.id = test.session('edita')
$$;

select pg_temp.append() from generate_series(1, 9);
select matches(pg_temp.base(), '"seq" : 10.*default.*row', 'without a state, the title is read from all rows');
select public.save_title(test.document(), 5, E'Five\n\u001b', 'state'::bytea);
select is(pg_temp.title(), 'Five ', 'the title is stored, cleaned');
select is((select count(*) from regexp_matches(pg_temp.base(), 'state|row', 'g')), 6::bigint, 'then from the state and the rows after it');
select public.save_title(test.document(), 4, 'Four');
select is(pg_temp.title(), 'Five ', 'that of an earlier row comes too late');
select public.save_title(test.document(), 7, 'Seven');
select is(pg_temp.title(), 'Seven', 'that of a later row is stored');
select is((select (state_seq, seq)::text from private.titles), '(5,7)', 'a fold keeps the state');
select public.save_title(test.document(), 11, 'Eleven');
select is(pg_temp.title(), 'Seven', 'a row that the log does not have is refused');
update public.document_updates set quarantined_at = now() where seq in (6, 7);
select is((select count(*) from regexp_matches(pg_temp.base(), 'row', 'g')), 3::bigint, 'rows that clients refuse are left out');
select public.save_title(test.document(), 8, 'Eight', p_forgets => true);
select is((select (state is null, state_seq, seq)::text from private.titles), '(t,,8)', 'a state with refused rows is forgotten');
select public.save_title(test.document(), 9, repeat('x', 300), 'state'::bytea);
select is(char_length(pg_temp.title()), 200, 'a title has at most 200 characters');
select throws_ok($$ select public.load_title(test.id('viktor'), test.auth_session('viktor'), test.document()) $$, 'PT403', 'forbidden', 'a viewer reads none');
select isnt(public.load_title(test.id('edita'), test.auth_session('edita'), test.document(), 1000), null, 'a small state and few rows are little to read');
select is(public.load_title(test.id('edita'), test.auth_session('edita'), test.document(), 10), null, 'more rows than asked for are not read');
update private.titles set state = null, state_seq = null;
update public.document_logs set snapshot_weight = 5000, size_bytes = 5010 where document_id = test.document();
select is(public.load_title(test.id('edita'), test.auth_session('edita'), test.document(), 1000), null, 'nor is a snapshot');
update private.titles set state = 'state', state_seq = 9;
update public.document_logs set head_seq = 2000, snapshot_seq = 1500 where document_id = test.document();
select unalike(pg_temp.base(), '%state%', 'a state far behind the snapshot is not used');
update public.documents set deleted_at = '-infinity' where id = test.document();
select is((select count(*) from private.titles), 0::bigint, 'titles of an erased document are deleted');
select public.save_title(test.document(), 10, 'Back');
select isnt(pg_temp.title(), 'Back', 'and none is stored again');
select * from finish();
