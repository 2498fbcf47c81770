import { changeUserData } from '../data/auth.ts';
import type { Language } from '#contract/languages.ts';
import { keepOwnLanguage } from '../data/keep-own-language.ts';

/**
 * Stores the language for mails: the auth service reads the user data, mails about documents the profile. Best effort: the
 * interface has already switched, so a failure is ignored.
 */
export function keepLanguageOnServer(language: Language): void {
  void changeUserData({ language });
  void keepOwnLanguage(language);
}
