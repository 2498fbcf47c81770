/** Mutants of rights on tables. */
import { change, edit, type Mutant } from './mutant.ts';

const open = (table: string, policy: string): Mutant =>
  change('tables', `${policy} is true for every user`, `alter policy ${policy} on ${table} using (true)`);

export const TABLES: readonly Mutant[] = [
  open('public.documents', 'documents_of_members'),
  open('public.members', 'members_of_my_documents'),
  open('public.profiles', 'profiles_of_contacts'),
  open('public.editing_sessions', 'sessions_that_i_see'),
  open('public.versions', 'versions_that_i_see'),
  open('public.version_authors', 'authors_of_versions_that_i_see'),
  open('public.deleted_versions', 'deleted_versions_of_documents_that_i_edit'),
  open('public.erasures', 'erasures_of_documents_that_i_edit'),
  change(
    'tables',
    'readers see every editing session',
    'alter policy sessions_that_i_see on public.editing_sessions using (document_id in (select private.my_documents()))',
  ),
  change(
    'tables',
    'members see when others had a document open',
    'grant select (opened_at, last_seen_at) on public.editing_sessions to authenticated',
  ),
  change(
    'tables',
    'users may change any profile',
    'alter policy own_profile on public.profiles using (true) with check (true)',
  ),
  change(
    'tables',
    'documents without row level security',
    'alter table public.documents disable row level security',
  ),
  change(
    'tables',
    'members without row level security',
    'alter table public.members disable row level security',
  ),
  change('tables', 'a policy is missing', 'drop policy documents_of_members on public.documents'),
  change(
    'tables',
    'users may read every column of documents',
    'grant select on public.documents to authenticated',
  ),
  change(
    'tables',
    'users may update every column of a profile',
    'grant update on public.profiles to authenticated',
  ),
  change(
    'tables',
    'members may change members',
    `create policy change_members on public.members for all to authenticated
    using (document_id in (select private.my_documents())); grant insert, update, delete on public.members to authenticated`,
  ),
  change(
    'tables',
    'members may read the log',
    `create policy read_log on public.document_updates for select to authenticated
    using (document_id in (select private.my_documents())); grant select on public.document_updates to authenticated`,
  ),
  change(
    'tables',
    'a view that bypasses row level security',
    'create view public.all_documents as select * from public.documents',
  ),
  change(
    'tables',
    'a new table without row level security',
    'create table public.notes (document_id uuid, words text)',
  ),
  edit(
    'tables',
    'all users are contacts',
    'private.my_contacts',
    'where m.document_id in (select private.my_documents()) and',
    'where',
  ),
  edit(
    'tables',
    'documents ignore the expiry of members',
    'private.my_documents',
    'and (m.expires_at is null or m.expires_at > now())',
    '',
  ),
  edit('removal', 'deleted documents are visible', 'private.my_documents', 'and d.deleted_at is null', ''),
  edit(
    'tables',
    'an ended sign-in is accepted',
    'private.caller',
    "where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id",
    'where s.user_id',
  ),
];
