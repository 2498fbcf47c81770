/** Names of buckets and objects (supabase/storage, limits.ts): characters that are safe in S3 keys. */
import { invalidBucketName, invalidKey } from './storage-error.ts';

const MAX_KEY_CHARACTERS = 1024;

/** Stricter than Supabase: no part of a name may be empty, `.` or `..`. */
export function checkKey(key: string): string {
  const isSafe = /^[\w/!\-.*'() &$@=;:+,?]+$/.test(key) && key.length <= MAX_KEY_CHARACTERS;
  const isPlain = key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isSafe || !isPlain) throw invalidKey(key);
  return key;
}

export function checkBucketName(name: string): string {
  const isSafe = /^[\w!\-.*'() &$@=;:+,?]{1,100}$/.test(name);
  if (!isSafe || name.trim() !== name || name === '.' || name === '..') throw invalidBucketName();
  return name;
}
