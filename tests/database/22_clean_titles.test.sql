-- Titles and names are one line without control characters and marks that reorder text. The same cases as
-- tests/unit/supabase/contract/clean-line.test.ts.
\i people
select plan(7);

select results_eq(
  $$ select given, private.clean_line(given) from (values
    (E'zpráva\u202efdp.exe'), (E'\u202a\u202b\u202c\u202da\u2066\u2067\u2068b\u2069'), (E'a\u200eb\u200fc\u061c'), (E'\u200e\u202e\u2069'),
    (E'שלום C++\u200f.'), (E'مرحبا\u061c 1-2'), (E'\u202eשלום\u202c'), (E'می\u200cخواهم'), (E'👨\u200d👩\u200d👧'),
    (E'\U0001e900\u200f'), ('Výlet do hor – 3. část'), (null), (E'Plan”\r\n\u001b[2K  Eve: 9'),
    (E'a\tb\nc\u000bd\fe\rf\u0085g\u2028h\u2029i'), (E'a\u0001b\u0008c\u001bd\u007fe\u009b31mf\u009d'), (E'\u001b\u0007')) as titles (given) $$,
  $$ values
    (E'zpráva\u202efdp.exe', 'zprávafdp.exe'), (E'\u202a\u202b\u202c\u202da\u2066\u2067\u2068b\u2069', 'ab'), (E'a\u200eb\u200fc\u061c', 'abc'),
    (E'\u200e\u202e\u2069', ''), (E'שלום C++\u200f.', E'שלום C++\u200f.'), (E'مرحبا\u061c 1-2', E'مرحبا\u061c 1-2'),
    (E'\u202eשלום\u202c', 'שלום'), (E'می\u200cخواهم', E'می\u200cخواهم'), (E'👨\u200d👩\u200d👧', E'👨\u200d👩\u200d👧'),
    (E'\U0001e900\u200f', E'\U0001e900\u200f'), ('Výlet do hor – 3. část', 'Výlet do hor – 3. část'), (null, null), (E'Plan”\r\n\u001b[2K  Eve: 9', 'Plan” [2K  Eve: 9'),
    (E'a\tb\nc\u000bd\fe\rf\u0085g\u2028h\u2029i', 'a b c d e f g h i'), (E'a\u0001b\u0008c\u001bd\u007fe\u009b31mf\u009d', 'abcde31mf'), (E'\u001b\u0007', '') $$,
  'controls are removed, and direction marks where they reorder text or have no effect'
);

select public.append_updates(test.id('edita'), test.auth_session('edita'), test.document(), test.session('edita'), 1, 1, 1,
  array['\x0000'::bytea], array[12]::bigint[], array[0]::bigint[], array[1]::bigint[], E'Plán\u202e\u001b[2K\ntajný');
select is((select title from public.documents where id = test.document()), 'Plán[2K tajný', 'the title of an append is cleaned');
update public.documents set title = E'שלום C++\u200f.' where id = test.document();
select is((select title from public.documents where id = test.document()), E'שלום C++\u200f.', 'a right-to-left title keeps its marks');

insert into public.versions (document_id, seq, kind, name, note) values (test.document(), 1, 'named', E'Před\u202e\nkonec\u001b', E'\u202e\n');
select results_eq($$ select name, note from public.versions where kind = 'named' $$, $$ values ('Před konec', null::text) $$, 'names and notes of versions are cleaned');

select test.become('edita');
update public.profiles set name = E'An\u061cna\u2067\u009b' where id = test.id('edita');
select is((select name from public.profiles where id = test.id('edita')), 'Anna', 'names of users are cleaned');
select public.save_folder(md5('folder')::uuid, E'Jaro\u202e\n1\u061c\u001b');
select is(public.list_my_folders()::jsonb #>> '{0,name}', 'Jaro 1', 'names of folders are cleaned');
select throws_ok($$ select public.save_folder(md5('folder')::uuid, E'\u202e\u061c\n') $$, 'PT400', 'bad_request', 'a folder name of marks and breaks alone is refused');
reset role;
select * from finish();
