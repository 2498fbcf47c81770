import { invitationPath } from '../data/paths.ts';

/** False if the browser refuses: no permission, or no clipboard (TypeError) on plain http. */
export async function copyAddress(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
    return false;
  }
}

/** Copies the invitation link with its token. */
export const copyInvitation = (token: string): Promise<boolean> =>
  copyAddress(`${location.origin}${invitationPath(token)}`);
