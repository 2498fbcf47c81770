import type { LucideIcon } from 'lucide-react';
import { LANGUAGES, type Language } from '#contract/languages.ts';
import type { Command } from '../../find/rows.ts';
import { find as cs } from '../../i18n/cs/find.ts';
import { find as enUs } from '../../i18n/en-us/find.ts';

const TEXTS = { cs, 'en-US': enUs } as const satisfies Record<Language, unknown>;

export type CommandId = keyof typeof enUs.command;

/** A command that is found by its names in all languages. */
export const makeCommand = (
  language: Language,
  id: CommandId,
  icon: LucideIcon,
  run: () => void,
): Command => ({ id, icon, label: TEXTS[language].command[id], names: namesOf(id), run });

const namesOf = (id: CommandId): readonly string[] =>
  LANGUAGES.flatMap((one) => [TEXTS[one].command[id], ...TEXTS[one].also[id].split(', ')]);
