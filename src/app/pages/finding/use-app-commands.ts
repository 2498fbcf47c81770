import {
  BadgeCheck,
  Bell,
  FilePlus,
  Files,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserRound,
} from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { Language } from '#contract/languages.ts';
import { PATHS } from '../../data/paths.ts';
import type { Command } from '../../find/rows.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { changeTheme, useTheme, type Theme } from '../../ui/theme.ts';
import { keepLanguageOnServer } from '../keep-language-on-server.ts';
import { makeCommand, type CommandId } from './command-names.ts';

const THEMES = [
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'system', icon: Monitor },
] as const;

const INTERFACES: readonly { readonly language: Language; readonly id: CommandId }[] = [
  { language: 'cs', id: 'czech' },
  { language: 'en-US', id: 'english' },
];

const PAGES = [
  { id: 'documents', path: PATHS.documents, icon: Files },
  { id: 'inbox', path: PATHS.notifications, icon: Bell },
  { id: 'account', path: PATHS.account, icon: UserRound },
  { id: 'checkProof', path: PATHS.verify, icon: BadgeCheck },
] as const;

interface AppCommands {
  readonly create: () => void;
  readonly signOut: () => void;
}

/** Commands of every page: those that change something now. `first`: for `new document`, `last`: the others. */
export function useAppCommands({ create, signOut }: AppCommands): {
  readonly first: Command;
  readonly last: readonly Command[];
} {
  const { language, change } = useLanguage();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shownTheme = useTheme();
  const changeLanguage = (next: Language): void => void change(next).then(() => keepLanguageOnServer(next));
  return {
    first: makeCommand(language, 'newDocument', FilePlus, create),
    last: [
      ...PAGES.filter(({ path }) => path !== pathname).map(({ id, path, icon }) =>
        makeCommand(language, id, icon, () => void navigate(path)),
      ),
      ...THEMES.filter(({ theme }) => theme !== shownTheme).map(({ theme, icon }) =>
        makeCommand(language, theme satisfies Theme, icon, () => changeTheme(theme)),
      ),
      ...INTERFACES.filter((one) => one.language !== language).map((one) =>
        makeCommand(language, one.id, Languages, () => changeLanguage(one.language)),
      ),
      makeCommand(language, 'signOut', LogOut, signOut),
    ],
  };
}
