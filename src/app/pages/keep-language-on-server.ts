import { changeUserData } from '../data/auth.ts';
import type { Language } from '#contract/languages.ts';

/** Stores the language for mails. Best effort: the interface has already switched, so a failure is ignored. */
export function keepLanguageOnServer(language: Language): void {
  void changeUserData({ language });
}
