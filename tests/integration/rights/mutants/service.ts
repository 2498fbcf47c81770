/** Mistakes in what edge functions may do for a person. */
import { edit, type Mutant } from './mutant.ts';

const APPEND = 'public.append_updates';

export const SERVICE: readonly Mutant[] = [
  edit(
    'service',
    'signing out does not end saving',
    'private.require_sign_in',
    'where s.id = p_auth_session',
    'where true',
  ),
  edit('service', "any sign-in is anybody's", 'private.require_sign_in', 'and s.user_id = p_actor', ''),
  edit(
    'service',
    'a membership that has ended still writes',
    'private.require_role',
    'and (m.expires_at is null or m.expires_at > now())',
    '',
  ),
  edit(
    'service',
    'deleted documents are read on',
    'private.require_role',
    "if p_document.deleted_at is not null then perform private.refuse('gone'); end if;",
    '',
  ),
  edit(
    'service',
    'viewers append',
    APPEND,
    "array['owner', 'editor'])",
    "array['owner', 'editor', 'viewer'])",
  ),
  edit(
    'service',
    'commenters append',
    APPEND,
    "array['owner', 'editor'])",
    "array['owner', 'editor', 'commenter'])",
  ),
  edit('service', 'a session is not bound to its person', APPEND, 'session.user_id <> p_actor or', ''),
  edit(
    'service',
    'a session is not bound to its document',
    APPEND,
    'or session.document_id <> p_document',
    '',
  ),
  edit(
    'service',
    'a session is not bound to its client id',
    APPEND,
    'where ids.id <> session.client_id',
    'where false',
  ),
  edit('removal', 'revoked sessions append', APPEND, 'or session.revoked_at is not null', ''),
  edit(
    'service',
    "a session is whoever's that opens it",
    'public.open_editing_session',
    'known.user_id <> p_actor or',
    '',
  ),
  edit(
    'service',
    'tags are not compared',
    'public.relay_updates',
    'p_tags[i] is distinct from private.tag_update(p_session, p_counters[i], p_updates[i])\n      or',
    '',
  ),
  edit(
    'service',
    'viewers relay',
    'public.relay_updates',
    "array['owner', 'editor'])",
    "array['owner', 'editor', 'viewer'])",
  ),
  edit(
    'service',
    'anybody loads',
    'public.load_document',
    "actor_role := private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);",
    "actor_role := 'viewer';",
  ),
  edit(
    'service',
    'viewers save versions',
    'public.save_snapshot',
    "array['owner', 'editor'])",
    "array['owner', 'editor', 'viewer'])",
  ),
  edit(
    'service',
    'viewers restore',
    'public.begin_restore',
    "array['owner', 'editor'])",
    "array['owner', 'editor', 'viewer'])",
  ),
  edit('service', 'versions of any document', 'public.read_version', 'and v.document_id = p_document', ''),
];
