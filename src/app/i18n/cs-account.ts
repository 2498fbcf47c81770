/** Czech: what the pages need on which an account is made, recovered and changed. */
import { account } from './cs/account.ts';

export const words = { account } as const;
