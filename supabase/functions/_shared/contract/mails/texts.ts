import type { Language } from '../languages.ts';
import type { MailTexts } from './mail-texts.ts';
import { cs } from './texts-cs.ts';
import { enUs } from './texts-en-us.ts';

export const mailTexts = (language: Language): MailTexts => ({ 'en-US': enUs, cs })[language];
