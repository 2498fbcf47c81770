/** Mistakes in what tables show and take. */
import { change, edit, type Mutant } from './mutant.ts';

const open = (table: string, policy: string): Mutant =>
  change('tables', `${policy} is true for everybody`, `alter policy ${policy} on ${table} using (true)`);

export const TABLES: readonly Mutant[] = [
  open('public.documents', 'documents_of_members'),
  open('public.members', 'members_of_my_documents'),
  open('public.profiles', 'profiles_of_contacts'),
  open('public.editing_sessions', 'sessions_of_my_documents'),
  open('public.versions', 'versions_of_my_documents'),
  change(
    'tables',
    "a profile is everybody's to change",
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
  change('tables', 'a policy that is gone', 'drop policy documents_of_members on public.documents'),
  change('tables', 'every column of documents', 'grant select on public.documents to authenticated'),
  change('tables', 'every column of a profile', 'grant update on public.profiles to authenticated'),
  change(
    'tables',
    'members change members',
    `create policy change_members on public.members for all to authenticated
    using (document_id in (select private.my_documents())); grant insert, update, delete on public.members to authenticated`,
  ),
  change(
    'tables',
    'the log is there to read',
    `create policy read_log on public.document_updates for select to authenticated
    using (document_id in (select private.my_documents())); grant select on public.document_updates to authenticated`,
  ),
  change(
    'tables',
    'a view that sees more than whoever asks',
    'create view public.all_documents as select * from public.documents',
  ),
  change(
    'tables',
    'a new table without row level security',
    'create table public.notes (document_id uuid, words text)',
  ),
  edit(
    'tables',
    'contacts are all people',
    'private.my_contacts',
    'where m.document_id in (select private.my_documents()) and',
    'where',
  ),
  edit(
    'tables',
    'a membership that has ended still shows documents',
    'private.my_documents',
    'and (m.expires_at is null or m.expires_at > now())',
    '',
  ),
  edit(
    'removal',
    'deleted documents are still shown',
    'private.my_documents',
    'and d.deleted_at is null',
    '',
  ),
  edit(
    'tables',
    'signing out ends nothing',
    'private.caller',
    "where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id",
    'where s.user_id',
  ),
];
