import { AuthError } from './errors.ts';

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const EMAIL_PATTERN = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);

/** Checks an address and returns it in lower case, the form in which addresses are stored and compared. */
export function normaliseEmail(address: string): string {
  if (address === '') throw new AuthError(400, 'validation_failed', 'An email address is required');
  if (address.length > 255) throw new AuthError(400, 'validation_failed', 'An email address is too long');
  if (!EMAIL_PATTERN.test(address)) {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  return address.toLowerCase();
}
