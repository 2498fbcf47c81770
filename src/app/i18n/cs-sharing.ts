/** Czech texts of the sharing dialog. */
import { sharing } from './cs/sharing.ts';

export const words = { sharing } as const;
