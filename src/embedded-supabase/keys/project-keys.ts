/**
 * The keys of a project: those that clients send as `apikey`, and the secret behind them.
 *
 * Keys that are not set default to those of `supabase start`, which are public knowledge: safe on loopback only.
 */
import { encodeBase64Url } from '../text/bytes.ts';
import { signWithSecret } from './open-tokens.ts';

export interface ProjectKeys {
  readonly publishableKey: string;
  readonly secretKey: string;
  /** HS256 JWTs of the roles `anon` and `service_role`: the older form of the two keys above. */
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly jwtSecret: string;
}

/** The given keys; absent ones are derived from the others or taken from the CLI. */
export type KeySource = Partial<ProjectKeys>;

export const LOCAL_JWT_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long';
export const LOCAL_PUBLISHABLE_KEY = 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH';
export const LOCAL_SECRET_KEY = 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz';
/** As in the CLI's own keys: December 2032. */
const LOCAL_EXPIRY_S = 1_983_812_996;

export async function readProjectKeys(source: KeySource): Promise<ProjectKeys> {
  const jwtSecret = source.jwtSecret ?? LOCAL_JWT_SECRET;
  const sign = (role: string) =>
    signWithSecret({ iss: 'supabase-demo', role, exp: LOCAL_EXPIRY_S }, jwtSecret);
  return {
    jwtSecret,
    publishableKey: source.publishableKey ?? LOCAL_PUBLISHABLE_KEY,
    secretKey: source.secretKey ?? LOCAL_SECRET_KEY,
    anonKey: source.anonKey ?? (await sign('anon')),
    serviceRoleKey: source.serviceRoleKey ?? (await sign('service_role')),
  };
}

/** True when the signing secret or the secret key is public knowledge. */
export function areKeysPublic(keys: ProjectKeys): boolean {
  return keys.jwtSecret === LOCAL_JWT_SECRET || keys.secretKey === LOCAL_SECRET_KEY;
}

/** New keys, in Supabase's format. */
export function generateKeySource(): Required<
  Pick<ProjectKeys, 'jwtSecret' | 'publishableKey' | 'secretKey'>
> {
  const random = (bytes: number) => encodeBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
  return {
    jwtSecret: random(36),
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(24)}`,
  };
}
