import { counter, listOf } from './count-words.ts';
import type { MailTexts, Told } from './mail-texts.ts';

const count = (one: string, few: string, many: string, other: string) =>
  counter('cs', { one, few, many, other });
const comments = count('komentář', 'komentáře', 'komentáře', 'komentářů');
const newComments = count('nový komentář', 'nové komentáře', 'nového komentáře', 'nových komentářů');
const updates = count('novinka', 'novinky', 'novinky', 'novinek');
const others = count('další', 'další', 'dalšího', 'dalších');
const moreUpdates = count('další novinka', 'další novinky', 'další novinky', 'dalších novinek');
const moreDocuments = count('další dokument', 'další dokumenty', 'dalšího dokumentu', 'dalších dokumentů');
const changedDocuments = count(
  'dokument se změnami',
  'dokumenty se změnami',
  'dokumentu se změnami',
  'dokumentů se změnami',
);
const waiting = count('čekající oznámení', 'čekající oznámení', 'čekajícího oznámení', 'čekajících oznámení');

/** The noun is declined, the title is not. */
const named = (noun: string, { title }: Pick<Told, 'title'>): string =>
  title === null ? noun : `${noun} „${title}“`;
const ROLES = { owner: 'Vlastník', editor: 'Editor', commenter: 'Komentující', viewer: 'Čtenář' } as const;
const CAN = { owner: 'upravovat', editor: 'upravovat', commenter: 'komentovat', viewer: 'číst' } as const;
const INVITED_TO = {
  owner: 'k úpravám',
  editor: 'k úpravám',
  commenter: 'ke komentování',
  viewer: 'ke čtení',
} as const;
const roleOf = ({ role }: Told): string => ROLES[role ?? 'viewer'];
const canOf = ({ role }: Told): string => CAN[role ?? 'viewer'];

export const cs: MailTexts = {
  untitled: 'Bez názvu',
  someone: 'Někdo',
  someDocument: 'Dokument',
  andOthers: (names, more) => `${names} a ${others(more)}`,
  invitation: {
    says: (told) => `${told.who} vás zve ${INVITED_TO[told.role ?? 'viewer']} ${named('dokumentu', told)}`,
    intro:
      'Spolu je místo, kde lidé píšou dokumenty společně. Pokud ještě nemáte účet, vytvoříte si ho po otevření pozvánky.',
    until: (to, date) => `Pozvánka je pro adresu ${to} a platí do ${date}.`,
    open: 'Otevřít pozvánku',
    reason: (who, host) => `Pozvánku na vaši adresu posílá ${who} prostřednictvím webu ${host}.`,
    isStranger: 'Tohoto člověka neznám',
  },
  notifications: {
    says: {
      role_changed: (told) => `Vaše role v ${named('dokumentu', told)} je teď ${roleOf(told)}`,
      access_asked: (told) => `${told.who} žádá o přístup k ${named('dokumentu', told)}`,
      access_granted: (told) => `Nově můžete ${canOf(told)} ${named('dokument', told)}`,
      access_refused: () => 'Vaše žádost o přístup byla odmítnuta',
      mentioned: (told) => `${told.who}: zmínka o vás v ${named('dokumentu', told)}`,
      mentioned_in_comment: (told) => `${told.who}: zmínka o vás v komentáři k ${named('dokumentu', told)}`,
      replied: (told) => `${told.who}: odpověď na komentář k ${named('dokumentu', told)}`,
      assigned: (told) => `${told.who} vám přiřazuje komentář k ${named('dokumentu', told)}`,
      resolved: (told) => `${told.who}: vyřešený komentář k ${named('dokumentu', told)}`,
      commented: (told) => `${told.who}: nový komentář k ${named('dokumentu', told)}`,
      restored: (told) => `${told.who}: obnovení starší verze ${named('dokumentu', told)}`,
    },
    saysShortly: {
      role_changed: (told) => `Vaše role je teď ${roleOf(told)}`,
      access_asked: ({ who }) => `${who} žádá o přístup`,
      access_granted: (told) => `Dokument můžete nově ${canOf(told)}`,
      access_refused: () => 'Vaše žádost o přístup byla odmítnuta',
      mentioned: ({ who }) => `${who}: zmínka o vás v textu`,
      mentioned_in_comment: ({ who }) => `${who}: zmínka o vás v komentáři`,
      replied: ({ who }) => `${who}: odpověď`,
      assigned: ({ who }) => `${who} vám přiřazuje komentář`,
      resolved: ({ who }) => `${who}: vyřešený komentář`,
      commented: ({ who }) => `${who}: nový komentář`,
      restored: ({ who }) => `${who}: obnovení starší verze`,
    },
    comments: (told, number) => `${told.who}: ${comments(number)} k ${named('dokumentu', told)}`,
    events: (told, number) => `${told.who}: ${updates(number)} v ${named('dokumentu', told)}`,
    more: (number) => `A ${moreUpdates(number)}.`,
    howToAnswer: 'Přístup povolíte nebo odmítnete v dokumentu tlačítkem Sdílet.',
    openDocument: 'Otevřít dokument',
    openComment: 'Otevřít komentář',
    openHistory: 'Otevřít historii verzí',
    openList: 'Přejít na dokumenty',
    reasons: {
      role_changed: 'se změnil váš přístup',
      access_asked: 'vám dokument patří',
      access_granted: 'jste dostali přístup',
      access_refused: 'jste žádali o přístup',
      mentioned: 'je v dokumentu zmínka o vás',
      mentioned_in_comment: 'je v komentáři zmínka o vás',
      replied: 'se účastníte této diskuse',
      assigned: 'máte přiřazený komentář',
      resolved: 'se účastníte této diskuse',
      commented: 'sledujete všechny změny dokumentu',
      restored: 'jste v dokumentu psali',
    },
    reason: (clauses) => `Tento e-mail jste dostali, protože ${listOf('cs', clauses)}.`,
  },
  digest: {
    subject: (title, number) => {
      if (title === null) return `Denní souhrn: ${changedDocuments(number)}`;
      return number === 1
        ? `Denní souhrn: „${title}“`
        : `Denní souhrn: „${title}“ a ${moreDocuments(number - 1)}`;
    },
    heading: 'Změny od posledního souhrnu',
    people: (names) => `Úpravy: ${names}`,
    comments: newComments,
    held: waiting,
    more: (number) => `A ${moreDocuments(number)}.`,
    openDocument: 'Otevřít dokument',
    openList: 'Přejít na dokumenty',
    reason: 'Tento e-mail jste dostali, protože máte zapnutý denní souhrn.',
  },
  stop: {
    document: 'Vypnout oznámení o tomto dokumentu',
    kinds: {
      role_changed: 'Neposílat e-maily o změnách role',
      access_asked: 'Neposílat e-maily o žádostech o přístup',
      access_granted: 'Neposílat e-maily o získaném přístupu',
      access_refused: 'Neposílat e-maily o odmítnutých žádostech',
      mentioned: 'Neposílat e-maily o zmínkách v dokumentech',
      mentioned_in_comment: 'Neposílat e-maily o zmínkách v komentářích',
      replied: 'Neposílat e-maily o odpovědích',
      assigned: 'Neposílat e-maily o přiřazených komentářích',
      resolved: 'Neposílat e-maily o vyřešených komentářích',
      commented: 'Neposílat e-maily o nových komentářích',
      restored: 'Neposílat e-maily o obnovených verzích',
      digest: 'Neposílat denní souhrn',
    },
    all: 'Neposílat žádné e-maily',
  },
};
