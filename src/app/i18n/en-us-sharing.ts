/** English texts of the sharing dialog. */
import { sharing } from './en-us/sharing.ts';

export const words = { sharing } as const;
