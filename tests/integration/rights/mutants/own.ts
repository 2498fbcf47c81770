/** Mutants of data of a single user, and of joining and leaving. */
import { change, edit, type Mutant } from './mutant.ts';

const own = (name: string, routine: string, find: string, put: string): Mutant =>
  edit('own', name, routine, find, put);

const ACCOUNTS: readonly Mutant[] = [
  own('every user sees all sign-ins', 'public.list_sessions', 's.user_id = private.caller() and', ''),
  own('every user may end any sign-in', 'public.end_session', ' and s.user_id = private.caller()', ''),
  own('the second factor is not required', 'private.has_shown_factor', "p_session.aal >= 'aal2'", 'true'),
  own(
    'the user of the second factor is not compared',
    'private.has_shown_factor',
    'f.user_id = p_session.user_id and',
    'f.user_id is null and',
  ),
  own('an unverified factor is required', 'private.has_shown_factor', " and f.status = 'verified'", ''),
  own('a link member inherits', 'private.heir_of', ' and not m.via_link', ''),
  own('an expiring member inherits', 'private.heir_of', ' and m.expires_at is null', ''),
  own('a document in the trash is inherited', 'private.heir_of', ' and d.deleted_at is null', ''),
  own(
    'viewers inherit before editors',
    'private.heir_of',
    "array['editor', 'commenter', 'viewer']",
    "array['viewer', 'commenter', 'editor']",
  ),
  own(
    'every user sees the preview of an account deletion',
    'public.preview_account_deletion',
    'd.owner_id = private.caller() and',
    '',
  ),
  own(
    'any sign-in may begin an account deletion',
    'public.begin_account_deletion',
    'perform private.require_sign_in(p_actor, p_auth_session);',
    '',
  ),
  own(
    'any sign-in may delete an account',
    'public.delete_account',
    'perform private.require_sign_in(p_actor, p_auth_session);',
    '',
  ),
  own(
    'the owner is not changed',
    'public.delete_account',
    'update public.documents d set owner_id = heir where d.id = document.id;',
    '',
  ),
  own(
    'the epoch stays after an account deletion',
    'public.delete_account',
    'perform private.move_lanes(document.id);',
    '',
  ),
];

const ORGANIZING: readonly Mutant[] = [
  own('every user may delete any folder', 'public.delete_folder', 'user_id = private.caller() and', ''),
  own('every user may use any folder', 'public.move_to_folder', 'f.user_id = me and', ''),
  own('every user may give any folder a template', 'public.set_folder_template', 'user_id = me and', ''),
  own(
    'the list shows favorites of other members',
    'public.list_my_documents',
    'k.user_id = m.user_id and',
    '',
  ),
  own(
    'the list shows the trash without end',
    'public.list_my_documents',
    ' and d.deleted_at > now() - private.trash_kept_for()',
    '',
  ),
  own(
    'a document can be restored at any time',
    'private.lock_trashed',
    'or document.deleted_at <= now() - private.trash_kept_for()',
    '',
  ),
  own(
    'a document outside the trash can be erased',
    'private.lock_trashed',
    'or document.deleted_at is null',
    '',
  ),
  own(
    'updates of an erased document stay',
    'private.erase_document',
    'delete from public.document_updates where document_id = p_document;',
    '',
  ),
  own(
    'snapshots of an erased document stay',
    'private.erase_document',
    'delete from public.document_snapshots where document_id = p_document;',
    '',
  ),
  own(
    'versions of an erased document stay',
    'private.erase_document',
    'delete from public.versions where document_id = p_document;',
    '',
  ),
  own(
    'packed updates of an erased document stay',
    'private.erase_document',
    'delete from private.packed_updates where document_id = p_document;',
    '',
  ),
  own(
    'readers see versions that were not named',
    'private.shows_version',
    "(d.readers_see_all or p_kind in ('named', 'before_restore') or p_name is not null) and ",
    '',
  ),
  own(
    'readers see all unless the owner wants it',
    'private.shows_version',
    'd.readers_see_all or',
    'not d.readers_see_all or',
  ),
  own('readers see versions from before they came', 'private.shows_version', ' and p_at >= m.created_at', ''),
  own('expired members see versions', 'private.shows_version', 'm.expires_at > now()', 'true'),
  own('versions of deleted documents are seen', 'private.shows_version', 'd.deleted_at is null', 'true'),
  own('readers may name versions', 'public.name_version', "'write')", "'read')"),
  own('editors may delete versions', 'public.delete_version', "'own')", "'write')"),
  own(
    'versions of other documents may be deleted',
    'public.delete_version',
    ' and v.document_id = p_document',
    '',
  ),
  own(
    'the newest stretch may be deleted',
    'public.delete_version',
    'version.from_seq is not null and',
    'false and',
  ),
  own(
    'who deleted a version is not recorded',
    'public.delete_version',
    'coalesce(version.ended_at, version.created_at), private.caller())',
    'coalesce(version.ended_at, version.created_at), null)',
  ),
  own(
    'records of deleted versions of an erased document stay',
    'private.erase_document',
    'delete from public.deleted_versions where document_id = p_document;',
    '',
  ),
  own('versions of other documents may be named', 'public.name_version', ' and document_id = p_document', ''),
  own('the trash is erased too soon', 'private.erase_expired', '- private.trash_kept_for()', ''),
  own('the trash is not erased', 'private.erase_expired', 'limit 20', 'limit 0'),
  own(
    'files of existing documents are listed for removal',
    'public.list_left_files',
    "d.deleted_at is distinct from '-infinity'",
    'false',
  ),
  change(
    'own',
    'files of erased documents are not recorded',
    'drop trigger leave_images_of_erased on public.documents',
  ),
  change(
    'own',
    'files of deleted rows are not recorded',
    'drop trigger leave_images_of_deleted on public.documents',
  ),
];

const JOINING: readonly Mutant[] = [
  own('editors may revoke invitations', 'public.revoke_invitation', "'own')", "'write')"),
  own('any owner may revoke any invitation', 'public.revoke_invitation', ' and document_id = p_document', ''),
  own(
    'an unconfirmed address counts as confirmed',
    'private.my_address',
    ' and u.email_confirmed_at is not null',
    '',
  ),
  own(
    'an invitation to a deleted document is accepted',
    'public.accept_invitation',
    "if document.deleted_at is not null then perform private.refuse('gone'); end if;",
    '',
  ),
  own(
    'a used invitation is accepted from any user',
    'private.come_back',
    ' and u.user_id = private.caller()',
    '',
  ),
  own(
    'a used invitation is accepted without a role',
    'private.come_back',
    ' and private.role_of(u.document_id, u.user_id) is not null',
    '',
  ),
  own(
    'an invitation lowers a role',
    'private.let_in',
    "array_position(array['viewer', 'commenter', 'editor', 'owner'], excluded.role)\n         > array_position(array['viewer', 'commenter', 'editor', 'owner'], m.role)",
    'true',
  ),
  own(
    'the link lowers a role',
    'public.join_document',
    'if private.role_of(p_document, private.caller()) is not null then return; end if;',
    '',
  ),
  own(
    'link members stay when the link is closed',
    'public.set_link_role',
    'delete from public.members where document_id = p_document and user_id = any (affected);',
    '',
  ),
  own('all members are removed when the link is closed', 'public.set_link_role', ' and m.via_link', ''),
  own(
    'the time when link members lost their right is not recorded',
    'public.set_link_role',
    "when m.role = 'editor' then now()",
    'when false then now()',
  ),
  own(
    'invited members join after the invitation has expired',
    'private.arrive',
    ' and expires_at > now()',
    '',
  ),
  own('deleted documents accept requests', 'public.request_access', ' and d.deleted_at is null', ''),
  own('editors may request access', 'public.request_access', "'write')", "'own')"),
  own(
    'an answer without a request adds a member',
    'public.answer_request',
    'if not found then return; end if;',
    '',
  ),
  own(
    'the document can be transferred to an expired member',
    'public.transfer_document',
    '(m.expires_at is null or m.expires_at > now())',
    'true',
  ),
  own(
    'the document can be transferred to an invited member',
    'public.transfer_document',
    ' and m.arrived_at is not null',
    '',
  ),
  own('the owner may change their own role', 'public.set_member_role', " and m.role <> 'owner'", ''),
];

export const OWN: readonly Mutant[] = [...ACCOUNTS, ...ORGANIZING, ...JOINING];
