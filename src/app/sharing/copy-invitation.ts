import { invitationPath } from '../data/paths.ts';
import { copyAddress } from './copy-address.ts';

/** Puts the link with the token into the clipboard, to be sent to whom it is for. */
export const copyInvitation = (token: string): Promise<boolean> =>
  copyAddress(`${location.origin}${invitationPath(token)}`);
