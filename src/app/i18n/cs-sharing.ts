/** Czech: what is needed where somebody decides who comes in. */
import { sharing } from './cs/sharing.ts';

export const words = { sharing } as const;
