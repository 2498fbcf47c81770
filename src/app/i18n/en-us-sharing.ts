/** English: what is needed where somebody decides who comes in. */
import { sharing } from './en-us/sharing.ts';

export const words = { sharing } as const;
