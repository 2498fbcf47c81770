import type { Transaction } from '../db/database.ts';
import { clearOneTimeTokens } from './one-time-token.ts';
import { endSessions } from './sessions.ts';
import type { UserRow } from './users.ts';

/** Keeps the row, which other tables reference, but erases all personal data in it. The address becomes free again. */
export async function softDeleteUser(db: Transaction, user: UserRow, nowMs: number): Promise<void> {
  await db.query(
    `update auth.users set
       email = encode(sha256(convert_to(id::text || coalesce(email, ''), 'UTF8')), 'hex'),
       phone = null, email_change = '', phone_change = '', encrypted_password = '',
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = coalesce(deleted_at, $2), updated_at = $2
     where id = $1`,
    [user.id, new Date(nowMs)],
  );
  await db.query(
    `update auth.identities set
       identity_data = '{}', updated_at = $2,
       provider_id = encode(sha256(convert_to(id::text || provider_id, 'UTF8')), 'hex')
     where user_id = $1`,
    [user.id, new Date(nowMs)],
  );
  await clearOneTimeTokens(db, user.id);
  await endSessions(db, { userId: user.id });
}
