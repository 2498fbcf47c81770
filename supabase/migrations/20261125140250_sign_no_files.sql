-- An address of storage that is signed lets in whoever has it, for as long as they who had it signed wished: a hundred
-- years, and after they have lost the right. The page reads and sends files with its own token, so nothing is signed.

create policy nothing_is_signed on storage.objects as restrictive for all to authenticated
  using (coalesce(storage.operation(), '') !~ '^(storage\.)?object\.sign');
