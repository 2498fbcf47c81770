/** Czech texts of the pages that create, recover and change an account. */
import { account } from './cs/account.ts';

export const words = { account } as const;
