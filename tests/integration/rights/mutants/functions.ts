/** Mistakes in what people may call. */
import { change, edit, type Mutant } from './mutant.ts';

const APPEND = 'public.append_updates';

export const FUNCTIONS: readonly Mutant[] = [
  change('functions', 'execute for everybody', `grant execute on function ${APPEND} to public`),
  change(
    'functions',
    'execute for people',
    'grant execute on function public.load_document to authenticated',
  ),
  change(
    'functions',
    'people note restores',
    'grant execute on function public.name_restore to authenticated',
  ),
  change(
    'functions',
    'a new function that is open as it comes',
    `create function public.read_all() returns setof public.documents
    language sql security definer as 'select * from public.documents'`,
  ),
  change(
    'functions',
    'secrets of sessions',
    `alter table private.session_secrets disable row level security;
    grant select on private.session_secrets to authenticated`,
  ),
  edit(
    'functions',
    'editors let others in',
    'public.add_member',
    "array['owner'])",
    "array['owner', 'editor'])",
  ),
  edit(
    'functions',
    'editors change roles',
    'public.set_member_role',
    "array['owner'])",
    "array['owner', 'editor'])",
  ),
  edit(
    'functions',
    'everybody removes everybody',
    'public.remove_member',
    "else array['owner'] end",
    "else array['owner', 'editor', 'commenter', 'viewer'] end",
  ),
  edit(
    'functions',
    "members are anybody's to see",
    'public.list_members',
    "my_role := private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);",
    "my_role := 'viewer';",
  ),
  edit(
    'functions',
    "addresses are every member's to see",
    'public.list_members',
    "my_role = 'owner' or",
    'true or',
  ),
  edit(
    'functions',
    "the head is anybody's to see",
    'public.document_head',
    "my_role := private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);",
    "my_role := 'viewer';",
  ),
  edit(
    'functions',
    "the roster is anybody's to see",
    'public.room_roster',
    "perform private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);",
    '',
  ),
  edit(
    'functions',
    "anybody is told what is proven to another's session",
    'public.room_roster',
    's.id = p_session and s.user_id = private.caller()',
    's.id = p_session',
  ),
  edit(
    'functions',
    "everybody's documents in the list",
    'public.list_my_documents',
    'm.user_id = private.caller() and',
    '',
  ),
  edit(
    'functions',
    'a membership that has ended still lists',
    'public.list_my_documents',
    '(m.expires_at is null or m.expires_at > now())\n      and',
    '',
  ),
  edit(
    'functions',
    "everybody's trash in the list",
    'public.list_my_documents',
    "m.role = 'owner' and d.deleted_at",
    'd.deleted_at',
  ),
  edit(
    'functions',
    "folders are anybody's to see",
    'public.list_my_folders',
    'where f.user_id = private.caller()',
    '',
  ),
  edit(
    'functions',
    'marks on any document',
    'private.require_member',
    "perform private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);",
    '',
  ),
  edit(
    'functions',
    'editors delete',
    'public.delete_document',
    "array['owner'])",
    "array['owner', 'editor'])",
  ),
  edit(
    'functions',
    "the trash is everybody's",
    'private.lock_trashed',
    'document.owner_id is distinct from private.caller() or',
    '',
  ),
  edit(
    'functions',
    'any role will do',
    'private.require_role',
    'if not found_role = any (p_roles)',
    'if false',
  ),
];
