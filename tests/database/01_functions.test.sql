-- Every function of the project, who may execute it, whose rights it runs with, and its search path. A new one fails
-- here until somebody has thought about it.
select plan(4);

create temp view project_functions as
  select n.nspname || '.' || p.proname as name, p.prosecdef as definer, p.proconfig,
    array(select r.rolname::text from pg_roles r
          where r.rolname in ('anon', 'authenticated', 'service_role') and has_function_privilege(r.oid, p.oid, 'execute')
          order by 1) as grantees,
    exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
            where a.grantee = 0 and a.privilege_type = 'EXECUTE') as open_to_public
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'private');

select bag_eq(
  $$ select name, array_to_string(grantees, ',') from project_functions $$,
  $$ values
    ('private.clean_name', 'authenticated,service_role'),
    ('private.cut_text', 'authenticated,service_role'),
    ('private.create_profile', ''),
    ('private.touch_profile', ''),
    ('private.has_shown_factor', ''),
    ('private.caller', 'authenticated'),
    ('private.role_of', ''),
    ('private.spend', ''),
    ('private.my_documents', 'authenticated'),
    ('private.my_editable_documents', 'authenticated'),
    ('private.images_in', ''),
    ('private.my_contacts', 'authenticated'),
    ('private.topic_access', 'authenticated'),
    ('private.refuse', ''),
    ('private.lock_document', ''),
    ('private.require_role', ''),
    ('private.require_sign_in', ''),
    ('private.move_lanes', ''),
    ('private.frame', ''),
    ('private.tag_update', ''),
    ('private.chain_update', ''),
    ('private.chain_of', ''),
    ('private.may_tell_head', ''),
    ('private.name_rows', ''),
    ('private.tell_head', ''),
    ('private.max_document_bytes', ''),
    ('private.max_passed_over', ''),
    ('private.acked_up_to', ''),
    ('private.new_document_id', ''),
    ('private.invitation_lasts', ''),
    ('private.my_address', ''),
    ('private.use_invitation', ''),
    ('private.come_back', ''),
    ('private.arrive', ''),
    ('private.let_in', ''),
    ('public.revoke_invitation', 'authenticated'),
    ('public.accept_invitation', 'authenticated'),
    ('public.preview_invitation', 'anon,authenticated'),
    ('public.set_link_role', 'authenticated'),
    ('public.join_document', 'authenticated'),
    ('public.request_access', 'authenticated'),
    ('public.answer_request', 'authenticated'),
    ('public.list_sharing', 'authenticated'),
    ('public.transfer_document', 'authenticated'),
    ('public.create_document', 'authenticated'),
    ('public.list_my_documents', 'authenticated'),
    ('private.mark_opened', ''),
    ('private.trash_kept_for', ''),
    ('private.require_member', ''),
    ('private.erase_document', ''),
    ('private.erase_expired', ''),
    ('private.leave_session', ''),
    ('private.straighten', ''),
    ('private.straighten_title', ''),
    ('private.straighten_version', ''),
    ('private.has_room', 'authenticated'),
    ('private.sweep_sessions', ''),
    ('private.sweep_secrets', ''),
    ('private.sweep_invitations', ''),
    ('private.sweep_refused_writes', ''),
    ('private.sweep_buckets', ''),
    ('private.schedule_sweep', ''),
    ('private.walk_documents', ''),
    ('private.list_unused_avatars', ''),
    ('public.sweep', 'service_role'),
    ('public.list_files_to_remove', 'service_role'),
    ('private.leave_folder', ''),
    ('private.lock_trashed', ''),
    ('public.set_favorite', 'authenticated'),
    ('public.list_my_folders', 'authenticated'),
    ('public.save_folder', 'authenticated'),
    ('public.delete_folder', 'authenticated'),
    ('public.move_to_folder', 'authenticated'),
    ('public.delete_document', 'authenticated'),
    ('public.restore_document', 'authenticated'),
    ('public.erase_document', 'authenticated'),
    ('public.list_members', 'authenticated'),
    ('public.add_member', 'authenticated'),
    ('public.set_member_role', 'authenticated'),
    ('public.remove_member', 'authenticated'),
    ('public.document_head', 'authenticated'),
    ('private.key_between', ''),
    ('public.room_roster', 'authenticated'),
    ('public.list_sessions', 'authenticated'),
    ('public.end_session', 'authenticated'),
    ('private.heir_of', ''),
    ('public.preview_account_deletion', 'authenticated'),
    ('public.begin_account_deletion', 'service_role'),
    ('public.delete_account', 'service_role'),
    ('public.open_editing_session', 'service_role'),
    ('public.append_updates', 'service_role'),
    ('public.relay_updates', 'service_role'),
    ('public.note_refused_write', 'service_role'),
    ('public.load_document', 'service_role'),
    ('public.save_snapshot', 'service_role'),
    ('public.load_before_deletion', 'service_role'),
    ('public.save_before_deletion', 'service_role'),
    ('private.is_kept_before_deletion', ''),
    ('public.read_version', 'service_role'),
    ('public.begin_restore', 'service_role'),
    ('public.end_restore', 'service_role'),
    ('public.name_restore', 'service_role'),
    ('public.taken_back_at', 'service_role'),
    ('public.prune_document_updates', 'service_role'),
    ('public.list_left_files', 'service_role'),
    ('public.list_unused_images', 'service_role')
  $$,
  'functions and the roles that may execute them'
);
select is_empty($$ select name from project_functions where open_to_public $$, 'no function is open to PUBLIC');
select is_empty(
  $$ select name from project_functions where definer and not coalesce('search_path=""' = any (proconfig), false) $$,
  'definer functions pin their search path'
);
select is_empty(
  $$ select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p')
       and (not c.relrowsecurity or obj_description(c.oid) is null) $$,
  'every table has row level security and a comment'
);
select * from finish();
