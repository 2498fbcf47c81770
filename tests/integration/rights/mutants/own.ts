/** Mistakes in what is somebody's own, and in how people come in and go. */
import { change, edit, type Mutant } from './mutant.ts';

const own = (name: string, routine: string, find: string, put: string): Mutant =>
  edit('own', name, routine, find, put);

const ACCOUNTS: readonly Mutant[] = [
  own("sign-ins are everybody's to see", 'public.list_sessions', 's.user_id = private.caller() and', ''),
  own("sign-ins are everybody's to end", 'public.end_session', ' and s.user_id = private.caller()', ''),
  own('no second factor is asked for', 'private.has_shown_factor', "p_session.aal >= 'aal2'", 'true'),
  own(
    'the second factor of somebody else will do',
    'private.has_shown_factor',
    'f.user_id = p_session.user_id and',
    'f.user_id is null and',
  ),
  own('a factor counts before it is set up', 'private.has_shown_factor', " and f.status = 'verified'", ''),
  own('a guest by the link inherits', 'private.heir_of', ' and not m.via_link', ''),
  own('a past member inherits', 'private.heir_of', ' and m.expires_at is null', ''),
  own('what is in the trash is inherited', 'private.heir_of', ' and d.deleted_at is null', ''),
  own(
    'readers inherit before editors',
    'private.heir_of',
    "array['editor', 'commenter', 'viewer']",
    "array['viewer', 'commenter', 'editor']",
  ),
  own(
    "what becomes of documents is everybody's to see",
    'public.preview_account_deletion',
    'd.owner_id = private.caller() and',
    '',
  ),
  own(
    'any sign-in asks for a password',
    'public.begin_account_deletion',
    'perform private.require_sign_in(p_actor, p_auth_session);',
    '',
  ),
  own(
    'any sign-in deletes an account',
    'public.delete_account',
    'perform private.require_sign_in(p_actor, p_auth_session);',
    '',
  ),
  own(
    'nobody inherits',
    'public.delete_account',
    'update public.documents d set owner_id = heir where d.id = document.id;',
    '',
  ),
  own(
    'lanes stay when an account goes',
    'public.delete_account',
    'perform private.move_lanes(document);',
    '',
  ),
];

const ORGANIZING: readonly Mutant[] = [
  own("folders are everybody's to delete", 'public.delete_folder', 'user_id = private.caller() and', ''),
  own("folders are everybody's to use", 'public.move_to_folder', 'f.user_id = me and', ''),
  own('what others like shows', 'public.list_my_documents', 'k.user_id = m.user_id and', ''),
  own(
    'the trash is kept for ever',
    'public.list_my_documents',
    ' and d.deleted_at > now() - private.trash_kept_for()',
    '',
  ),
  own(
    'anything is brought back',
    'private.lock_trashed',
    'or document.deleted_at <= now() - private.trash_kept_for()',
    '',
  ),
  own('what is not in the trash is erased', 'private.lock_trashed', 'or document.deleted_at is null', ''),
  own(
    'words stay',
    'private.erase_document',
    'delete from public.document_updates where document_id = p_document;',
    '',
  ),
  own(
    'versions stay',
    'private.erase_document',
    'delete from public.document_snapshots where document_id = p_document;',
    '',
  ),
  own('the trash is erased too soon', 'private.erase_expired', '- private.trash_kept_for()', ''),
  own('the trash is not erased', 'private.erase_expired', 'limit 20', 'limit 0'),
  own(
    'files of documents that are there are removed',
    'public.list_left_files',
    "d.deleted_at is distinct from '-infinity'",
    'false',
  ),
  change('own', 'files of erased documents stay', 'drop trigger leave_images_of_erased on public.documents'),
  change(
    'own',
    'files of deleted documents stay',
    'drop trigger leave_images_of_deleted on public.documents',
  ),
];

const COMING: readonly Mutant[] = [
  own(
    'editors take invitations back',
    'public.revoke_invitation',
    "array['owner'])",
    "array['owner', 'editor'])",
  ),
  own('any owner takes any invitation back', 'public.revoke_invitation', ' and document_id = p_document', ''),
  own('any address is confirmed', 'private.my_address', ' and u.email_confirmed_at is not null', ''),
  own(
    'an invitation to what was deleted',
    'public.accept_invitation',
    "if document.deleted_at is not null then perform private.refuse('gone'); end if;",
    '',
  ),
  own('a used invitation is for anybody', 'private.come_back', ' and u.user_id = private.caller()', ''),
  own(
    'a used invitation leads to what was deleted',
    'private.come_back',
    ' and private.role_of(u.document_id, u.user_id) is not null',
    '',
  ),
  own(
    'an invitation takes rights away',
    'private.let_in',
    "array_position(array['viewer', 'commenter', 'editor', 'owner'], excluded.role)\n         > array_position(array['viewer', 'commenter', 'editor', 'owner'], m.role)",
    'true',
  ),
  own(
    'the link takes rights away',
    'public.join_document',
    'if private.role_of(p_document, private.caller()) is not null then return; end if;',
    '',
  ),
  own(
    'guests stay when the link is closed',
    'public.set_link_role',
    'delete from public.members where document_id = p_document and user_id = any (affected);',
    '',
  ),
  own('members go when the link is closed', 'public.set_link_role', ' and m.via_link', ''),
  own(
    'guests who lost their right are not noted',
    'public.set_link_role',
    "when m.role = 'editor' then now()",
    'when false then now()',
  ),
  own('whoever is expected comes at any time', 'private.arrive', ' and expires_at > now()', ''),
  own('what was deleted is asked for', 'public.request_access', ' and d.deleted_at is null', ''),
  own(
    'editors ask, too',
    'public.request_access',
    "in ('commenter', 'viewer')",
    "in ('commenter', 'viewer', 'editor')",
  ),
  own(
    'who has not asked is let in',
    'public.answer_request',
    'if not found or p_role is null',
    'if p_role is null',
  ),
  own(
    'the document goes to whose time is up',
    'public.transfer_document',
    '(m.expires_at is null or m.expires_at > now())',
    'true',
  ),
  own(
    'the document goes to who has not come',
    'public.transfer_document',
    ' and m.arrived_at is not null',
    '',
  ),
  own('owners lock themselves out', 'public.set_member_role', " and m.role <> 'owner'", ''),
];

export const OWN: readonly Mutant[] = [...ACCOUNTS, ...ORGANIZING, ...COMING];
