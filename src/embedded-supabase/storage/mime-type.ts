/** Media types of objects, and those that a bucket accepts. */
import { invalidMimeType } from './storage-error.ts';

/** Throws unless `type` is allowed. No list, or an empty one, allows everything. `image/*` allows a family. */
export function checkMimeType(type: string, allowed: readonly string[] | null): void {
  const [essence = ''] = type.split(';', 1).map((part) => part.trim().toLowerCase());
  const [family = '', kind = ''] = essence.split('/', 2);
  if (family === '' || kind === '') throw invalidMimeType(type);
  if (allowed === null || allowed.length === 0) return;
  const isAllowed = allowed.some((entry) => {
    const [allowedFamily, allowedKind] = entry.trim().toLowerCase().split('/', 2);
    return (
      (allowedFamily === '*' && allowedKind === '*') ||
      (allowedFamily === family && (allowedKind === '*' || allowedKind === kind))
    );
  });
  if (!isAllowed) throw invalidMimeType(type);
}

/** Throws for an entry of a bucket's list that is no media type. */
export function checkAllowedMimeTypes(allowed: readonly string[]): void {
  for (const entry of allowed) {
    if (!/^(\*\/\*|[a-z0-9.+-]+\/(\*|[a-z0-9.+_-]+))$/i.test(entry.trim())) throw invalidMimeType(entry);
  }
}

/** HTML is served as plain text, because a page would run with the rights of the site that serves it. */
export function servedMimeType(type: string): string {
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(type.trim()) ? 'text/plain' : type;
}
