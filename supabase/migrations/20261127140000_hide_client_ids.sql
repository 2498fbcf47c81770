-- The Yjs client id of a restored part follows from the restore, so that two users who make it at once do not insert its
-- text twice. Without a secret every member could compute the ids and open sessions under all of them first.

create table private.deployment_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null default extensions.gen_random_bytes(32) check (octet_length(secret) = 32)
);
comment on table private.deployment_secret is 'One row. Ids that a client must not be able to compute are derived from it.';
alter table private.deployment_secret enable row level security;
revoke all on private.deployment_secret from anon, authenticated;
insert into private.deployment_secret default values;

create function private.client_id_of(p_document uuid, p_what text, p_round integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  select greatest(2, ('x' || encode(substr(
    extensions.hmac(convert_to(concat_ws(' ', p_document, p_round, p_what), 'utf8'), s.secret, 'sha256'), 1, 4), 'hex'))::bit(32)::bigint)
  from private.deployment_secret s
$$;
comment on function private.client_id_of(uuid, text, integer) is
  'The Yjs client id that follows from p_what in a document: the first 32 bits of an HMAC with the deployment''s secret; 0 and 1 are the server''s.';
revoke all on function private.client_id_of(uuid, text, integer) from public;

create function public.choose_client(p_document uuid, p_what text) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  client bigint;
  standing json;
begin
  -- A restore that was undone may be made again, under the next id.
  for round in 0..49 loop
    client := private.client_id_of(p_document, p_what, round);
    standing := public.restored_at(p_document, client);
    if standing is null then return json_build_object('clientId', client); end if;
    if standing ->> 'head' is not null then return standing; end if;
  end loop;
  raise exception 'a restore was undone too often';
end
$$;
comment on function public.choose_client(uuid, text) is
  'The Yjs client id to write a restore under, the same for the same p_what: {clientId}; or {head} if that restore is in effect already.';
revoke all on function public.choose_client(uuid, text) from public, anon, authenticated;
grant execute on function public.choose_client(uuid, text) to service_role;
