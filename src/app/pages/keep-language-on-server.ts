import { changeUserData } from '../data/auth.ts';
import type { Language } from '../i18n/language.ts';

/** Mails should come in the language last chosen. The switch on this device has happened; this may fail unseen. */
export function keepLanguageOnServer(language: Language): void {
  void changeUserData({ language });
}
