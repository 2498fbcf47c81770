/** Mutants of functions that users call. */
import { change, edit, type Mutant } from './mutant.ts';

const APPEND = 'public.append_updates';

export const FUNCTIONS: readonly Mutant[] = [
  change('functions', 'public may execute append_updates', `grant execute on function ${APPEND} to public`),
  change(
    'functions',
    'users may execute load_document',
    'grant execute on function public.load_document to authenticated',
  ),
  change(
    'functions',
    'users may execute name_restore',
    'grant execute on function public.name_restore to authenticated',
  ),
  change(
    'functions',
    'a new function with default grants',
    `create function public.read_all() returns setof public.documents
    language sql security definer as 'select * from public.documents'`,
  ),
  change(
    'functions',
    'users may read session secrets',
    `alter table private.session_secrets disable row level security;
    grant select on private.session_secrets to authenticated`,
  ),
  edit('functions', 'viewers ask who changed it', 'public.changes_while_away', "'write')", "'read')"),
  edit(
    'functions',
    'strangers mark as read',
    'public.mark_as_read',
    'private.require_member(p_document)',
    'private.caller()',
  ),
  edit('functions', 'editors forbid keeping', 'public.set_keep_on_devices', "'own')", "'write')"),
  edit('functions', 'editors let readers see all', 'public.set_readers_see_all', "'own')", "'write')"),
  edit('functions', 'editors may invite', 'public.add_member', "'own')", "'write')"),
  edit('functions', 'editors may change roles', 'public.set_member_role', "'own')", "'write')"),
  edit(
    'functions',
    'every member may remove members',
    'public.remove_member',
    "else 'own' end",
    "else 'read' end",
  ),
  edit(
    'functions',
    'every user sees members',
    'public.list_members',
    "my_role := private.require(p_document, private.caller(), 'read');",
    "my_role := 'viewer';",
  ),
  edit(
    'functions',
    'every member sees email addresses',
    'public.list_members',
    "my_role = 'owner' or",
    'true or',
  ),
  edit(
    'functions',
    'every user sees the head',
    'public.document_head',
    "my_role := private.require(p_document, private.caller(), 'read');",
    "my_role := 'viewer';",
  ),
  edit(
    'functions',
    'every user sees the roster',
    'public.room_roster',
    "my_role := private.require(p_document, private.caller(), 'read');",
    "my_role := 'viewer';",
  ),
  edit(
    'functions',
    'every member receives the keys of other sessions',
    'public.room_roster',
    's.id = p_session and s.user_id = private.caller()',
    's.id = p_session',
  ),
  edit(
    'functions',
    'the list contains all documents',
    'public.list_my_documents',
    'm.user_id = private.caller() and',
    '',
  ),
  edit(
    'functions',
    'the list ignores the expiry of members',
    'public.list_my_documents',
    '(m.expires_at is null or m.expires_at > now())\n      and',
    '',
  ),
  edit(
    'functions',
    'members see the trash',
    'public.list_my_documents',
    "m.role = 'owner' and d.deleted_at",
    'd.deleted_at',
  ),
  edit(
    'functions',
    'every user sees all folders',
    'public.list_my_folders',
    'where f.user_id = private.caller()',
    '',
  ),
  edit(
    'functions',
    'marks on documents of others',
    'private.require_member',
    "perform private.require(p_document, private.caller(), 'read');",
    '',
  ),
  edit('functions', 'editors may delete', 'public.delete_document', "'own')", "'write')"),
  edit(
    'functions',
    'the trash of every owner is accessible',
    'private.lock_trashed',
    'document.owner_id is distinct from private.caller() or',
    '',
  ),
  edit(
    'functions',
    'strangers ask who moved a document to the trash',
    'public.trashed_by',
    "private.refusal_of(p_document, me) <> 'gone'",
    'private.role_of(p_document, me) is not null',
  ),
  edit(
    'functions',
    'strangers ask whether a document is in the trash',
    'public.trashed_by',
    "perform private.require(p_document, me, 'read');",
    '',
  ),
  edit(
    'functions',
    'require ignores the right',
    'private.require',
    'if not private.may(found_role, p_right)',
    'if false',
  ),
  edit('functions', 'editors own', 'private.may', "p_role = 'owner'::text", "p_role <> 'viewer'::text"),
];
