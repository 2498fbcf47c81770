/** Mistakes in how people come in. */
import { edit, type Mutant } from './mutant.ts';

export const INVITING: readonly Mutant[] = [
  edit(
    'functions',
    'an invitation for anybody',
    'public.accept_invitation',
    'if invitation.email is distinct from private.my_address()',
    'if false',
  ),
  edit('functions', 'an invitation without end', 'public.accept_invitation', ' and i.expires_at > now()', ''),
  edit(
    'functions',
    'a closed link that is open',
    'public.join_document',
    'if document.link_role is null then',
    'if false then',
  ),
  edit(
    'functions',
    'a link to what was deleted',
    'public.join_document',
    'if document.deleted_at is not null then',
    'if false then',
  ),
  edit(
    'functions',
    'editors open the link',
    'public.set_link_role',
    "array['owner'])",
    "array['owner', 'editor'])",
  ),
  edit(
    'functions',
    'editors answer requests',
    'public.answer_request',
    "array['owner'])",
    "array['owner', 'editor'])",
  ),
  edit(
    'functions',
    'editors take the document',
    'public.transfer_document',
    "array['owner'])",
    "array['owner', 'editor'])",
  ),
  edit(
    'functions',
    'the document goes to anybody',
    'public.transfer_document',
    'p_user = private.caller() or not exists',
    'false and not exists',
  ),
  edit(
    'functions',
    'everybody sees who is invited',
    'public.list_sharing',
    "<> 'owner' then",
    "= 'nobody' then",
  ),
  edit(
    'functions',
    'who has not come is listed',
    'public.list_members',
    '(m.arrived_at is not null or m.user_id = private.caller())',
    'true',
  ),
  edit(
    'functions',
    'who has not come is removed by name',
    'public.remove_member',
    '(arrived_at is not null or user_id = private.caller())',
    'true',
  ),
  edit(
    'functions',
    'who has not come is a contact',
    'private.my_contacts',
    ' and m.arrived_at is not null',
    '',
  ),
  {
    name: 'who has not come is a row',
    area: 'functions',
    sql: 'alter policy members_of_my_documents on public.members using (document_id in (select private.my_documents()))',
  },
];
