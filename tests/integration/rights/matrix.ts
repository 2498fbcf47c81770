/**
 * The access rights of every caller: one table, written from the rules and not from the code. Everything absent is
 * forbidden, so the probes fail for a new table, function or edge function until a line here allows it.
 */

/** Users and tokens. The first nine have a valid sign-in. */
export const CALLERS = [
  'owner',
  'editor',
  'commenter',
  'commenter by the link',
  'viewer',
  'removed member',
  'expired member',
  'member of another document',
  'stranger',
  'anon',
  'expired token',
  'signed out',
  'forged signature',
  'public key as secret',
  'alg none',
  'deleted user',
  'service',
] as const;
export type Caller = (typeof CALLERS)[number];

/** The spare document has the same members and is used by probes that change rights. */
export const PLACES = ['document', 'other document', 'unknown document', 'spare document'] as const;
export type Place = (typeof PLACES)[number];

const ROLES = ['owner', 'editor', 'commenter', 'viewer'] as const;
type Role = (typeof ROLES)[number];
const READERS: readonly Role[] = ROLES;
const WRITERS: readonly Role[] = ['owner', 'editor'];
const COMMENTERS: readonly Role[] = ['owner', 'editor', 'commenter'];

const SIGNED_IN: readonly Caller[] = CALLERS.slice(0, 9);
/** Tokens that the gateway accepts, but that belong to no signed-in user. */
const VISITORS: readonly Caller[] = ['anon', 'signed out', 'deleted user'];
const PERSON = 'any signed-in user';
const HOLDER = 'any holder of an invitation token';
const RECIPIENT = 'any holder of a mail, and the service key';
const SERVICE = 'the service key';

/** `Role[]`: members with one of these roles in the document. */
type Who = readonly Role[] | typeof PERSON | typeof HOLDER | typeof RECIPIENT | typeof SERVICE;

/** Columns that members may read, by table; for `profiles`, columns that contacts may read. */
export const READABLE: Readonly<Record<string, readonly string[]>> = {
  profiles: [
    'id',
    'name',
    'color',
    'avatar',
    'language',
    'created_at',
    'updated_at',
    'may_be_followed',
    'caret_while_reading',
  ],
  documents: [
    'id',
    'owner_id',
    'title',
    'readers_see_all',
    'viewers_see_comments',
    'keep_on_devices',
    'created_at',
  ],
  members: ['document_id', 'user_id', 'role', 'expires_at', 'created_at'],
  editing_sessions: ['id', 'document_id', 'user_id', 'generation', 'client_id'],
  versions: [
    'id',
    'document_id',
    'seq',
    'kind',
    'name',
    'note',
    'created_by',
    'created_at',
    'restored_version_id',
    'restore_session_id',
    'from_seq',
    'ended_at',
    'typed',
    'deleted',
    'thin_at',
  ],
  version_authors: ['version_id', 'session_id', 'document_id', 'typed', 'deleted'],
  deleted_versions: ['id', 'document_id', 'name', 'saved_at', 'deleted_at', 'deleted_by'],
  erasures: ['id', 'document_id', 'characters', 'erased_by', 'erased_at', 'ended_at'],
};

/**
 * Tables with rows only for some roles. Only writers see versions that were never named, the authors of these, and editing
 * sessions other than those of visible authors.
 */
const READERS_OF: Readonly<Record<string, readonly Role[]>> = {
  editing_sessions: WRITERS,
  version_authors: WRITERS,
  deleted_versions: WRITERS,
  erasures: WRITERS,
};

/** Columns of their own profile that users may update. All other changes go through functions. */
export const OWN_PROFILE = ['name', 'color', 'avatar', 'language', 'may_be_followed', 'caret_while_reading'];

const ALLOWED: Readonly<Record<string, Who>> = {
  'rpc create_document': PERSON,
  'rpc name_version': WRITERS,
  'rpc delete_version': ['owner'],
  'rpc list_my_documents': READERS,
  'rpc list_sessions': PERSON,
  'rpc end_session': PERSON,
  'rpc set_favorite': READERS,
  'rpc move_to_folder': READERS,
  'rpc set_template': READERS,
  'rpc set_folder_template': READERS,
  'rpc list_my_folders': PERSON,
  'rpc save_folder': PERSON,
  'rpc delete_folder': PERSON,
  'rpc delete_document': ['owner'],
  'rpc restore_document': ['owner'],
  'rpc erase_document': ['owner'],
  'rpc trashed_by': READERS,
  'rpc preview_account_deletion': PERSON,
  'rpc begin_account_deletion': SERVICE,
  'rpc delete_account': SERVICE,
  'rpc list_left_files': SERVICE,
  'rpc list_files_to_remove': SERVICE,
  'rpc sweep': SERVICE,
  'rpc list_members': READERS,
  'rpc add_member': ['owner'],
  'rpc revoke_invitation': ['owner'],
  'rpc accept_invitation': PERSON,
  'rpc preview_invitation': HOLDER,
  'rpc set_link_role': ['owner'],
  // With a closed link, joining succeeds for members only.
  'rpc join_document': READERS,
  'join by an open link': PERSON,
  'rpc request_access': PERSON,
  'rpc answer_request': ['owner'],
  'rpc list_sharing': READERS,
  'rpc transfer_document': ['owner'],
  'rpc set_member_role': ['owner'],
  'rpc remove_member': ['owner'],
  'leave a document': ['editor', 'commenter', 'viewer'],
  'rpc document_head': READERS,
  'rpc changes_while_away': WRITERS,
  'rpc set_readers_see_all': ['owner'],
  'rpc mark_as_read': READERS,
  'rpc list_threads': READERS,
  'rpc read_threads': READERS,
  'rpc set_viewers_see_comments': ['owner'],
  'rpc set_keep_on_devices': ['owner'],
  'rpc add_comment': COMMENTERS,
  // The probed thread and its comments are the owner's.
  'rpc edit_comment': ['owner'],
  'rpc delete_comment': ['owner'],
  'rpc set_thread_state': WRITERS,
  'rpc attach_thread': WRITERS,
  'rpc assign_thread': COMMENTERS,
  'rpc copy_threads': ['owner'],
  'rpc import_threads': ['owner'],
  'rpc note_import': ['owner'],
  'rpc read_import': WRITERS,
  'rpc react_to_comment': COMMENTERS,
  'rpc list_notifications': PERSON,
  'rpc mark_notifications': PERSON,
  'rpc see_document': READERS,
  'rpc my_notification_settings': PERSON,
  'rpc save_notification_settings': PERSON,
  'rpc meet_time_zone': PERSON,
  'rpc my_watch': READERS,
  'rpc set_watch': READERS,
  'rpc notify_mention': WRITERS,
  'rpc take_back_mention': WRITERS,
  'rpc confirm_mentions': SERVICE,
  'rpc my_mail_problem': PERSON,
  'rpc forgive_my_address': PERSON,
  'rpc mails_are_due': SERVICE,
  'rpc claim_mails': SERVICE,
  'rpc report_mail': SERVICE,
  'rpc note_bounce': SERVICE,
  'rpc unsubscribe': RECIPIENT,
  'rpc preview_unsubscribe': HOLDER,
  // Each reader finds the text of the probed documents.
  'rpc search_texts': READERS,
  'rpc begin_index': SERVICE,
  'rpc text_to_index': SERVICE,
  'rpc save_search_index': SERVICE,
  'rpc documents_to_index': SERVICE,
  'rpc comments_to_index': SERVICE,
  'rpc save_comment_index': SERVICE,
  'rpc threads_to_place': SERVICE,
  'rpc thread_rows': SERVICE,
  'rpc save_thread_places': SERVICE,
  'rpc room_roster': READERS,
  'rpc open_editing_session': SERVICE,
  'rpc append_updates': SERVICE,
  'rpc relay_updates': SERVICE,
  'rpc note_refused_write': SERVICE,
  'rpc load_document': SERVICE,
  'rpc load_for_reader': SERVICE,
  'rpc load_for_member': SERVICE,
  'rpc keep_reader_fold': SERVICE,
  'rpc begin_fold': SERVICE,
  'rpc save_snapshot': SERVICE,
  'rpc save_version': SERVICE,
  'rpc load_before_deletion': SERVICE,
  'rpc save_before_deletion': SERVICE,
  'rpc read_version': SERVICE,
  'rpc read_state': SERVICE,
  'rpc read_restored': SERVICE,
  'rpc restored_at': SERVICE,
  'rpc choose_client': SERVICE,
  'rpc read_log': SERVICE,
  'rpc describe_history': SERVICE,
  'rpc begin_erasure': SERVICE,
  'rpc read_erasure': SERVICE,
  'rpc save_erasure': SERVICE,
  'rpc end_erasure': SERVICE,
  'rpc begin_restore': SERVICE,
  'rpc end_restore': SERVICE,
  'rpc name_restore': SERVICE,
  'rpc taken_back_at': SERVICE,
  'rpc list_unused_images': SERVICE,
  'rpc load_title': SERVICE,
  'rpc save_title': SERVICE,
  'function open-session': READERS,
  'function load-document': READERS,
  'function read-version': READERS,
  'function append-updates': WRITERS,
  'function save-snapshot': WRITERS,
  'function read-log': WRITERS,
  'function sign-history': WRITERS,
  'function erase-text': ['owner'],
  'function read-state': WRITERS,
  'function restore-part': WRITERS,
  'function restore-version': WRITERS,
  'function send-mails': SERVICE,
  'function sweep-files': SERVICE,
  'function sweep-search': SERVICE,
  'function index-text': WRITERS,
  'image read': READERS,
  'image list': WRITERS,
  'image add': WRITERS,
  'image sign': [],
  'image replace': [],
  'image remove': [],
  'image move': [],
  'ctl receive': READERS,
  'ctl send': [],
  'ctl presence': READERS,
  'upd receive': READERS,
  'upd send': WRITERS,
  'upd presence': [],
  'aw receive': READERS,
  'aw send': READERS,
  'aw presence': [],
};

export const isSignedIn = (caller: Caller): boolean => SIGNED_IN.includes(caller);

export function roleIn(caller: Caller, place: Place): Role | null {
  if (place === 'unknown document') return null;
  if (place === 'other document') return caller === 'member of another document' ? 'owner' : null;
  return ROLES.find((role) => caller === role || caller === `${role} by the link`) ?? null;
}

/** @param what a key of the table above; unknown keys are forbidden */
export function may(caller: Caller, what: string, place: Place): boolean {
  const who = ALLOWED[what] ?? [];
  if (who === SERVICE) return caller === 'service';
  if (who === PERSON) return isSignedIn(caller);
  const isHolder = isSignedIn(caller) || VISITORS.includes(caller);
  if (who === HOLDER) return isHolder;
  if (who === RECIPIENT) return isHolder || caller === 'service';
  const role = roleIn(caller, place);
  return role !== null && who.includes(role);
}

/** The service key passes every policy on tables. */
export function mayRead(caller: Caller, table: string, column: string, place: Place): boolean {
  if (caller === 'service') return true;
  const role = roleIn(caller, place);
  return role !== null && (READERS_OF[table] ?? ROLES).includes(role) && !!READABLE[table]?.includes(column);
}
