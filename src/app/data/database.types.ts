export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      documents: {
        Row: {
          created_at: string;
          deleted_at: string | null;
          epoch: number;
          generation: number;
          head_seq: number;
          id: string;
          owner_id: string;
          schema_major: number;
          snapshot_seq: number;
          title: string;
          updated_at: string;
        };
        Insert: { id: string; owner_id: string; title?: string };
        Update: { title?: string };
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
      profiles: {
        Row: {
          color: number | null;
          created_at: string;
          id: string;
          language: string;
          name: string;
          updated_at: string;
        };
        Insert: { color?: number | null; id: string; language?: string; name: string };
        Update: { color?: number | null; language?: string; name?: string };
        Relationships: [];
      };
      versions: {
        Row: {
          created_at: string;
          created_by: string | null;
          document_id: string;
          id: string;
          kind: string;
          name: string | null;
          note: string | null;
          seq: number;
        };
        Insert: { document_id: string; kind: string; seq: number };
        Update: { name?: string | null };
        Relationships: [
          {
            foreignKeyName: 'versions_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      add_member: { Args: { p_document: string; p_email: string; p_role: string }; Returns: undefined };
      create_document: { Args: { p_id: string }; Returns: Json };
      document_head: { Args: { p_document: string }; Returns: Json };
      list_members: {
        Args: { p_document: string };
        Returns: { color: number; email: string; name: string; role: string; user_id: string }[];
      };
      list_my_documents: {
        Args: never;
        Returns: {
          created_at: string;
          id: string;
          member_count: number;
          owner_id: string;
          owner_name: string;
          role: string;
          title: string;
          updated_at: string;
        }[];
      };
      remove_member: { Args: { p_document: string; p_user: string }; Returns: undefined };
      room_roster: {
        Args: { p_document: string };
        Returns: { client_id: number; color: number; name: string; session_id: string; user_id: string }[];
      };
      set_member_role: { Args: { p_document: string; p_role: string; p_user: string }; Returns: undefined };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
