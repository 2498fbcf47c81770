-- One update may be as large as a document: a pasted book is saved as a whole or not at all.

alter table public.document_updates drop constraint document_updates_check;
alter table public.document_updates add constraint document_updates_bytes_check
  check (octet_length(bytes) <= 4194304 or kind = 'restore') not valid;
alter table public.document_updates validate constraint document_updates_bytes_check;
