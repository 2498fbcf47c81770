import type { common as source } from '../en-us/common.ts';
import type { Translated } from '../translated.ts';

export const common: Translated<typeof source> = {
  appName: 'Spolu',
  pageTitle: '{{page}} – Spolu',
  skipToContent: 'Přejít k obsahu',
  loading: 'Načítá se…',
  retry: 'Zkusit znovu',
  retrying: 'Zkouší se znovu…',
  cancel: 'Zrušit',
  close: 'Zavřít',
  save: 'Uložit',
  back: 'Zpět na dokumenty',
  self: '{{name}} (vy)',
  language: 'Jazyk',
  theme: { label: 'Vzhled', system: 'Podle systému', light: 'Světlý', dark: 'Tmavý' },
  signOut: 'Odhlásit se',
  account: 'Účet',
  findAnything: 'Najít dokument…',
  checkProof: 'Ověřit doklad autorství',
  you: 'Vy',
  role: { owner: 'Vlastník', editor: 'Editor', commenter: 'Komentující', viewer: 'Čtenář' },
  notFound: {
    title: 'Stránka nenalezena',
    text: 'V adrese může být překlep, nebo byla stránka přesunuta.',
    home: 'Přejít na dokumenty',
  },
  setup: {
    title: 'Připojte Spolu k serveru',
    text: 'Nastavte tyto dvě proměnné prostředí tam, kde se aplikace sestavuje, a sestavte ji znovu:',
    local: 'Nebo spusťte npm start: má vlastní server a žádné nastavení nepotřebuje.',
    invalid: 'Nastavení je neplatné:',
  },
  unreachable: {
    title: 'Server je nedostupný',
  },
  newVersion: 'Je připravena nová verze',
  offline: {
    title: 'Jste offline',
    text: 'Vše se otevře, jakmile budete připojeni.',
  },
  crashed: {
    title: 'Na této stránce se něco pokazilo',
    text: 'Vše, co bylo uloženo, je v bezpečí. Načtěte stránku znovu.',
    reload: 'Načíst znovu',
    part: 'V této části stránky se něco pokazilo. Co píšete, se ukládá dál.',
  },
};
