import { changeUserData } from '../data/auth.ts';
import type { Language } from '../i18n/language.ts';

/** Stores the language for mails. Best effort: the interface has already switched, so a failure is ignored. */
export function keepLanguageOnServer(language: Language): void {
  void changeUserData({ language });
}
