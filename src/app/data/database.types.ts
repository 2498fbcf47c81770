export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      deleted_versions: {
        Row: {
          deleted_at: string;
          deleted_by: string | null;
          document_id: string;
          id: string;
          name: string | null;
          saved_at: string;
        };
        ComputedFields: never;
        Insert: {
          deleted_at?: string;
          deleted_by?: string | null;
          document_id: string;
          id: string;
          name?: string | null;
          saved_at: string;
        };
        Update: {
          deleted_at?: string;
          deleted_by?: string | null;
          document_id?: string;
          id?: string;
          name?: string | null;
          saved_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'deleted_versions_deleted_by_fkey';
            columns: ['deleted_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'deleted_versions_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
        ];
      };
      document_logs: {
        Row: {
          changed_at: string;
          document_id: string;
          epoch: number;
          erased_seq: number;
          generation: number;
          head_seq: number;
          log_start_seq: number;
          restore_session_id: string | null;
          restore_until: string | null;
          schema_major: number;
          size_bytes: number;
          snapshot_seq: number;
          snapshot_weight: number;
          told_seq: number;
          told_until: string;
        };
        ComputedFields: never;
        Insert: {
          changed_at?: string;
          document_id: string;
          epoch?: number;
          erased_seq?: number;
          generation?: number;
          head_seq?: number;
          log_start_seq?: number;
          restore_session_id?: string | null;
          restore_until?: string | null;
          schema_major?: number;
          size_bytes?: number;
          snapshot_seq?: number;
          snapshot_weight?: number;
          told_seq?: number;
          told_until?: string;
        };
        Update: {
          changed_at?: string;
          document_id?: string;
          epoch?: number;
          erased_seq?: number;
          generation?: number;
          head_seq?: number;
          log_start_seq?: number;
          restore_session_id?: string | null;
          restore_until?: string | null;
          schema_major?: number;
          size_bytes?: number;
          snapshot_seq?: number;
          snapshot_weight?: number;
          told_seq?: number;
          told_until?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'document_logs_of_documents';
            columns: ['document_id'];
            isOneToOne: true;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
        ];
      };
      document_snapshots: {
        Row: {
          bytes: string;
          created_at: string;
          digest: string;
          document_id: string;
          generation: number;
          images: string[];
          is_checkpoint: boolean;
          seq: number;
          sha256: string;
          since_checkpoint: number;
        };
        ComputedFields: never;
        Insert: {
          bytes: string;
          created_at?: string;
          digest: string;
          document_id: string;
          generation: number;
          images?: never;
          is_checkpoint?: never;
          seq: number;
          sha256: string;
          since_checkpoint?: number;
        };
        Update: {
          bytes?: string;
          created_at?: string;
          digest?: string;
          document_id?: string;
          generation?: number;
          images?: never;
          is_checkpoint?: never;
          seq?: number;
          sha256?: string;
          since_checkpoint?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'document_snapshots_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'document_logs';
            referencedColumns: ['document_id'];
          },
        ];
      };
      document_updates: {
        Row: {
          author_id: string | null;
          bytes: string;
          chain: string;
          counter: number;
          created_at: string;
          document_id: string;
          generation: number;
          heirs: string | null;
          kind: string;
          quarantined_at: string | null;
          seq: number;
          session_id: string | null;
          sha256: string;
        };
        ComputedFields: never;
        Insert: {
          author_id?: string | null;
          bytes: string;
          chain: string;
          counter: number;
          created_at?: string;
          document_id: string;
          generation: number;
          heirs?: string | null;
          kind?: string;
          quarantined_at?: string | null;
          seq: number;
          session_id?: string | null;
          sha256: string;
        };
        Update: {
          author_id?: string | null;
          bytes?: string;
          chain?: string;
          counter?: number;
          created_at?: string;
          document_id?: string;
          generation?: number;
          heirs?: string | null;
          kind?: string;
          quarantined_at?: string | null;
          seq?: number;
          session_id?: string | null;
          sha256?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'document_updates_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'document_logs';
            referencedColumns: ['document_id'];
          },
          {
            foreignKeyName: 'document_updates_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'editing_sessions';
            referencedColumns: ['id'];
          },
        ];
      };
      documents: {
        Row: {
          created_at: string;
          deleted_at: string | null;
          id: string;
          keep_on_devices: boolean;
          link_role: string | null;
          owner_id: string;
          readers_see_all: boolean;
          title: string;
          viewers_see_comments: boolean;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          deleted_at?: string | null;
          id: string;
          keep_on_devices?: boolean;
          link_role?: string | null;
          owner_id: string;
          readers_see_all?: boolean;
          title?: string;
          viewers_see_comments?: boolean;
        };
        Update: {
          created_at?: string;
          deleted_at?: string | null;
          id?: string;
          keep_on_devices?: boolean;
          link_role?: string | null;
          owner_id?: string;
          readers_see_all?: boolean;
          title?: string;
          viewers_see_comments?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'documents_owner_id_fkey';
            columns: ['owner_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      editing_sessions: {
        Row: {
          client_id: number;
          document_id: string;
          generation: number;
          id: string;
          last_counter: number;
          last_seen_at: string;
          lost_right_at: string | null;
          next_clock: number;
          opened_at: string;
          passed_over: number[];
          public_key: string | null;
          revoked_at: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          client_id: number;
          document_id: string;
          generation: number;
          id: string;
          last_counter?: number;
          last_seen_at?: string;
          lost_right_at?: string | null;
          next_clock?: number;
          opened_at?: string;
          passed_over?: number[];
          public_key?: string | null;
          revoked_at?: string | null;
          user_id?: string | null;
        };
        Update: {
          client_id?: number;
          document_id?: string;
          generation?: number;
          id?: string;
          last_counter?: number;
          last_seen_at?: string;
          lost_right_at?: string | null;
          next_clock?: number;
          opened_at?: string;
          passed_over?: number[];
          public_key?: string | null;
          revoked_at?: string | null;
          user_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'editing_sessions_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'document_logs';
            referencedColumns: ['document_id'];
          },
          {
            foreignKeyName: 'editing_sessions_of_profiles';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      erasures: {
        Row: {
          characters: number;
          document_id: string;
          ended_at: string | null;
          erased_at: string;
          erased_by: string | null;
          id: string;
          ranges: NonNullable<Json>;
          seq: number;
        };
        ComputedFields: never;
        Insert: {
          characters: number;
          document_id: string;
          ended_at?: string | null;
          erased_at?: string;
          erased_by?: string | null;
          id: string;
          ranges: NonNullable<Json>;
          seq: number;
        };
        Update: {
          characters?: number;
          document_id?: string;
          ended_at?: string | null;
          erased_at?: string;
          erased_by?: string | null;
          id?: string;
          ranges?: NonNullable<Json>;
          seq?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'erasures_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'erasures_erased_by_fkey';
            columns: ['erased_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      members: {
        Row: {
          arrived_at: string | null;
          created_at: string;
          document_id: string;
          expires_at: string | null;
          role: string;
          user_id: string;
          via_link: boolean;
        };
        ComputedFields: never;
        Insert: {
          arrived_at?: string | null;
          created_at?: string;
          document_id: string;
          expires_at?: string | null;
          role: string;
          user_id: string;
          via_link?: boolean;
        };
        Update: {
          arrived_at?: string | null;
          created_at?: string;
          document_id?: string;
          expires_at?: string | null;
          role?: string;
          user_id?: string;
          via_link?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'members_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'members_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      profiles: {
        Row: {
          avatar: string | null;
          caret_while_reading: string;
          color: number | null;
          created_at: string;
          id: string;
          language: string;
          may_be_followed: boolean;
          name: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          avatar?: string | null;
          caret_while_reading?: string;
          color?: number | null;
          created_at?: string;
          id: string;
          language?: string;
          may_be_followed?: boolean;
          name: string;
          updated_at?: string;
        };
        Update: {
          avatar?: string | null;
          caret_while_reading?: string;
          color?: number | null;
          created_at?: string;
          id?: string;
          language?: string;
          may_be_followed?: boolean;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      version_authors: {
        Row: {
          deleted: number;
          document_id: string;
          session_id: string;
          typed: number;
          version_id: string;
        };
        ComputedFields: never;
        Insert: {
          deleted?: number;
          document_id: string;
          session_id: string;
          typed?: number;
          version_id: string;
        };
        Update: {
          deleted?: number;
          document_id?: string;
          session_id?: string;
          typed?: number;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'version_authors_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'version_authors_session_id_fkey';
            columns: ['session_id'];
            isOneToOne: false;
            referencedRelation: 'editing_sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'version_authors_version_id_fkey';
            columns: ['version_id'];
            isOneToOne: false;
            referencedRelation: 'versions';
            referencedColumns: ['id'];
          },
        ];
      };
      versions: {
        Row: {
          created_at: string;
          created_by: string | null;
          deleted: number;
          document_id: string;
          ended_at: string | null;
          from_seq: number | null;
          id: string;
          kind: string;
          name: string | null;
          note: string | null;
          restore_session_id: string | null;
          restored_version_id: string | null;
          seq: number;
          thin_at: string | null;
          typed: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          created_by?: string | null;
          deleted?: number;
          document_id: string;
          ended_at?: string | null;
          from_seq?: number | null;
          id?: string;
          kind: string;
          name?: string | null;
          note?: string | null;
          restore_session_id?: string | null;
          restored_version_id?: string | null;
          seq: number;
          thin_at?: string | null;
          typed?: number;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          deleted?: number;
          document_id?: string;
          ended_at?: string | null;
          from_seq?: number | null;
          id?: string;
          kind?: string;
          name?: string | null;
          note?: string | null;
          restore_session_id?: string | null;
          restored_version_id?: string | null;
          seq?: number;
          thin_at?: string | null;
          typed?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'versions_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'versions_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'versions_restore_session_id_fkey';
            columns: ['restore_session_id'];
            isOneToOne: false;
            referencedRelation: 'editing_sessions';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'versions_restored_version_id_fkey';
            columns: ['restored_version_id'];
            isOneToOne: false;
            referencedRelation: 'versions';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      accept_invitation: { Args: { p_token: string }; Returns: Json };
      add_comment: {
        Args: {
          p_anchor: Json;
          p_assignee?: string;
          p_body: Json;
          p_comment: string;
          p_document: string;
          p_thread: string;
        };
        Returns: undefined;
      };
      add_member: { Args: { p_document: string; p_email: string; p_role: string }; Returns: Json };
      answer_request: { Args: { p_document: string; p_role: string; p_user: string }; Returns: undefined };
      append_updates: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_client_ids: number[];
          p_clocks: number[];
          p_deleted?: number[];
          p_document: string;
          p_first_counter: number;
          p_generation: number;
          p_heirs?: string[];
          p_kind?: string;
          p_next_clocks: number[];
          p_schema: number;
          p_session: string;
          p_title?: string;
          p_typed?: number[];
          p_updates: string[];
        };
        Returns: Json;
      };
      assign_thread: {
        Args: { p_assignee?: string; p_document: string; p_thread: string };
        Returns: undefined;
      };
      attach_thread: { Args: { p_anchor: Json; p_document: string; p_thread: string }; Returns: undefined };
      begin_account_deletion: { Args: { p_actor: string; p_auth_session: string }; Returns: string };
      begin_erasure: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_characters: number;
          p_document: string;
          p_erasure: string;
          p_ranges: Json;
          p_seq: number;
        };
        Returns: undefined;
      };
      begin_fold: { Args: { p_actor: string; p_auth_session: string; p_document: string }; Returns: boolean };
      begin_index: {
        Args: { p_actor: string; p_auth_session: string; p_document: string };
        Returns: boolean;
      };
      begin_restore: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_client_id: number;
          p_document: string;
          p_session: string;
        };
        Returns: undefined;
      };
      changes_while_away: { Args: { p_document: string }; Returns: Json };
      choose_client: { Args: { p_document: string; p_what: string }; Returns: Json };
      claim_mails: { Args: { p_is_set_up: boolean; p_most?: number }; Returns: Json };
      comments_to_index: { Args: { p_document?: string; p_limit?: number }; Returns: Json };
      confirm_mentions: { Args: { p_document: string; p_mentions: Json }; Returns: undefined };
      copy_threads: { Args: { p_copy: string; p_document: string; p_threads: Json }; Returns: number };
      create_document: { Args: { p_key: string; p_language?: string }; Returns: Json };
      delete_account: { Args: { p_actor: string; p_auth_session: string }; Returns: undefined };
      delete_comment: { Args: { p_comment: string; p_document: string }; Returns: undefined };
      delete_document: { Args: { p_document: string }; Returns: undefined };
      delete_folder: { Args: { p_folder: string }; Returns: undefined };
      delete_version: { Args: { p_document: string; p_version: string }; Returns: undefined };
      describe_history: {
        Args: { p_actor: string; p_auth_session: string; p_document: string; p_until?: number };
        Returns: Json;
      };
      document_head: { Args: { p_document: string; p_session?: string; p_since?: number }; Returns: Json };
      documents_to_index: { Args: { p_limit?: number }; Returns: Json };
      edit_comment: { Args: { p_body: Json; p_comment: string; p_document: string }; Returns: undefined };
      end_erasure: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_document: string;
          p_erasure: string;
          p_text: string;
        };
        Returns: undefined;
      };
      end_restore: { Args: { p_document: string; p_session: string }; Returns: undefined };
      end_session: { Args: { p_session: string }; Returns: undefined };
      erase_document: { Args: { p_document: string }; Returns: undefined };
      forgive_my_address: { Args: Record<PropertyKey, never>; Returns: undefined };
      import_threads: { Args: { p_document: string; p_threads: Json }; Returns: number };
      join_document: { Args: { p_document: string }; Returns: undefined };
      keep_reader_fold: {
        Args: { p_bytes: string; p_document: string; p_generation: number; p_seq: number };
        Returns: undefined;
      };
      list_files_to_remove: { Args: { p_documents?: number }; Returns: Json };
      list_left_files: { Args: Record<PropertyKey, never>; Returns: Json };
      list_members: {
        Args: { p_document: string };
        Returns: {
          color: number;
          email: string;
          name: string;
          role: string;
          user_id: string;
        }[];
      };
      list_my_documents: { Args: Record<PropertyKey, never>; Returns: Json };
      list_my_folders: { Args: Record<PropertyKey, never>; Returns: Json };
      list_notifications: { Args: { p_before?: string; p_only_mine?: boolean }; Returns: Json };
      list_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          id: string;
          is_current: boolean;
          last_seen_at: string;
          user_agent: string;
        }[];
      };
      list_sharing: { Args: { p_document: string }; Returns: Json };
      list_threads: { Args: { p_document: string; p_since?: number }; Returns: Json };
      list_unused_images: { Args: { p_document: string }; Returns: string[] };
      load_before_deletion: {
        Args: { p_actor: string; p_counters: number[]; p_document: string; p_session: string };
        Returns: unknown;
      };
      load_document: {
        Args: { p_actor: string; p_after: number; p_auth_session: string; p_document: string };
        Returns: unknown;
      };
      load_for_member: {
        Args: { p_actor: string; p_after: number; p_auth_session: string; p_document: string };
        Returns: unknown;
      };
      load_for_reader: {
        Args: {
          p_actor: string;
          p_after: number;
          p_auth_session: string;
          p_document: string;
          p_wanted: number;
        };
        Returns: unknown;
      };
      load_title: {
        Args: { p_actor: string; p_auth_session: string; p_document: string; p_most?: number };
        Returns: unknown;
      };
      mails_are_due: { Args: Record<PropertyKey, never>; Returns: boolean };
      mark_as_read: { Args: { p_document: string }; Returns: undefined };
      mark_notifications: { Args: { p_ids?: string[]; p_mark: string }; Returns: undefined };
      meet_time_zone: { Args: { p_time_zone: string }; Returns: undefined };
      move_to_folder: { Args: { p_document: string; p_folder: string }; Returns: undefined };
      my_mail_problem: { Args: Record<PropertyKey, never>; Returns: Json };
      my_notification_settings: { Args: Record<PropertyKey, never>; Returns: Json };
      my_watch: { Args: { p_document: string }; Returns: Json };
      name_restore: {
        Args: { p_backup: string; p_document: string; p_session: string; p_version: string };
        Returns: undefined;
      };
      name_version: { Args: { p_document: string; p_name: string; p_version: string }; Returns: undefined };
      note_bounce: { Args: { p_address: string; p_reason: string }; Returns: undefined };
      note_import: { Args: { p_document: string; p_losses: Json; p_name: string }; Returns: undefined };
      note_refused_write: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_document: string;
          p_reason: string;
          p_session: string;
        };
        Returns: undefined;
      };
      notify_mention: {
        Args: { p_client: number; p_clock: number; p_document: string; p_user: string };
        Returns: undefined;
      };
      open_editing_session: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_client_id: number;
          p_document: string;
          p_public_key?: string;
          p_schema: number;
          p_session: string;
        };
        Returns: Json;
      };
      preview_account_deletion: {
        Args: Record<PropertyKey, never>;
        Returns: {
          heir_name: string;
          title: string;
        }[];
      };
      preview_invitation: { Args: { p_token: string }; Returns: Json };
      preview_unsubscribe: { Args: { p_token: string }; Returns: Json };
      react_to_comment: {
        Args: { p_comment: string; p_document: string; p_emoji: string; p_on: boolean };
        Returns: undefined;
      };
      read_erasure: {
        Args: {
          p_actor: string;
          p_after: number;
          p_auth_session: string;
          p_document: string;
          p_erasure: string;
          p_part: string;
        };
        Returns: unknown;
      };
      read_import: { Args: { p_document: string }; Returns: Json };
      read_log: {
        Args: {
          p_actor: string;
          p_after: number;
          p_auth_session: string;
          p_document: string;
          p_until: number;
        };
        Returns: unknown;
      };
      read_restored: {
        Args: { p_actor: string; p_auth_session: string; p_backup: string; p_document: string };
        Returns: unknown;
      };
      read_state: {
        Args: { p_actor: string; p_auth_session: string; p_document: string; p_seq: number };
        Returns: unknown;
      };
      read_threads: { Args: { p_document: string; p_threads: string[] }; Returns: undefined };
      read_version: {
        Args: { p_actor: string; p_auth_session: string; p_document: string; p_version: string };
        Returns: unknown;
      };
      relay_updates: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_client_ids: number[];
          p_clocks: number[];
          p_counters: number[];
          p_deleted?: number[];
          p_document: string;
          p_generation: number;
          p_next_clocks: number[];
          p_schema: number;
          p_session: string;
          p_tags: string[];
          p_typed?: number[];
          p_updates: string[];
        };
        Returns: Json;
      };
      remove_member: { Args: { p_document: string; p_user: string }; Returns: undefined };
      report_mail: { Args: { p_mail: string; p_outcome: string; p_problem?: string }; Returns: undefined };
      request_access: { Args: { p_document: string }; Returns: undefined };
      restore_document: { Args: { p_document: string }; Returns: undefined };
      restored_at: { Args: { p_client_id: number; p_document: string }; Returns: Json };
      revoke_invitation: { Args: { p_document: string; p_invitation: string }; Returns: undefined };
      room_roster: {
        Args: { p_document: string; p_session?: string };
        Returns: {
          client_id: number;
          color: number;
          key: string;
          name: string;
          public_key: string;
          session_id: string;
          user_id: string;
        }[];
      };
      save_before_deletion: {
        Args: { p_document: string; p_generation: number; p_seq: number; p_session: string };
        Returns: string;
      };
      save_comment_index: { Args: { p_comments: Json }; Returns: undefined };
      save_erasure: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_digest?: string;
          p_document: string;
          p_erasure: string;
          p_hashes: string[];
          p_part: string;
          p_ranges: Json;
          p_seqs: number[];
          p_updates: string[];
        };
        Returns: number;
      };
      save_folder: { Args: { p_folder: string; p_name: string }; Returns: undefined };
      save_notification_settings: { Args: { p_settings: Json }; Returns: undefined };
      save_search_index: { Args: { p_document: string; p_index: Json; p_seq: number }; Returns: undefined };
      save_snapshot: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_base: number;
          p_bytes: string;
          p_digest: string;
          p_document: string;
          p_generation: number;
          p_poison?: number[];
          p_seq: number;
          p_weight?: number;
        };
        Returns: Json;
      };
      save_thread_places: {
        Args: { p_document: string; p_generation: number; p_places: Json; p_seq: number };
        Returns: undefined;
      };
      save_title: {
        Args: { p_document: string; p_forgets?: boolean; p_seq: number; p_state?: string; p_title: string };
        Returns: undefined;
      };
      save_version: {
        Args: {
          p_actor: string;
          p_auth_session: string;
          p_base: number;
          p_bytes: string;
          p_digest: string;
          p_document: string;
          p_generation: number;
          p_kind: string;
          p_name?: string;
          p_note?: string;
          p_poison?: number[];
          p_seq: number;
          p_weight?: number;
        };
        Returns: Json;
      };
      search_texts: { Args: { p_in_trash?: boolean; p_limit?: number; p_query: string }; Returns: Json };
      see_document: { Args: { p_document: string }; Returns: undefined };
      set_favorite: { Args: { p_document: string; p_favorite: boolean }; Returns: undefined };
      set_folder_template: { Args: { p_document: string; p_folder: string }; Returns: undefined };
      set_keep_on_devices: { Args: { p_document: string; p_keep: boolean }; Returns: undefined };
      set_link_role: { Args: { p_document: string; p_role: string }; Returns: undefined };
      set_member_role: { Args: { p_document: string; p_role: string; p_user: string }; Returns: undefined };
      set_readers_see_all: { Args: { p_all: boolean; p_document: string }; Returns: undefined };
      set_template: { Args: { p_document: string; p_is_template: boolean }; Returns: undefined };
      set_thread_state: {
        Args: { p_document: string; p_state: string; p_thread: string };
        Returns: undefined;
      };
      set_viewers_see_comments: { Args: { p_document: string; p_see: boolean }; Returns: undefined };
      set_watch: { Args: { p_document: string; p_level: string }; Returns: undefined };
      sweep: { Args: { p_limit?: number }; Returns: Json };
      take_back_mention: {
        Args: { p_client: number; p_clock: number; p_document: string; p_user: string };
        Returns: undefined;
      };
      taken_back_at: { Args: { p_backup: string; p_document: string }; Returns: number };
      text_to_index: { Args: { p_document: string }; Returns: unknown };
      thread_rows: { Args: { p_after: number; p_document: string }; Returns: unknown };
      threads_to_place: { Args: { p_document: string }; Returns: Json };
      transfer_document: { Args: { p_document: string; p_user: string }; Returns: undefined };
      trashed_by: { Args: { p_document: string }; Returns: Json };
      unsubscribe: { Args: { p_token: string; p_undo?: boolean }; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
