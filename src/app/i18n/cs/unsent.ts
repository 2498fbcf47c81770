import type { unsent as source } from '../en-us/unsent.ts';
import type { Translated } from '../translated.ts';

export const unsent: Translated<typeof source> = {
  title: 'Neodeslané úpravy',
  titleWithCount: 'Neodeslané úpravy ({{count, number}})',
  text: 'Co jste v tomto zařízení napsali a server to nemá.',
  empty: 'Všechno, co jste v tomto zařízení napsali, je uložené.',
  unreadable: 'Prohlížeč nedovolil přečíst, co je v tomto zařízení. Načtěte stránku znovu.',
  untitled: 'Bez názvu',
  noWords: 'Formátování a mazání, žádná nová slova.',
  open: 'Dokument je otevřený v některé kartě a ta říká, jestli je půjde uložit.',
  waiting: 'Čekají na odeslání.',
  reason: {
    noAccess: 'Do dokumentu už psát nemůžete.',
    revoked: 'Přístup vám byl mezitím odebrán, takže už je není kam vložit.',
    gone: 'Dokument byl smazán.',
    rebuilt: 'Dokument byl mezitím přestavěn, takže do něj už nepasují.',
    tooLarge: 'Na uložení jsou příliš velké.',
    documentFull: 'Dokument je plný.',
    outdated: 'Vznikly ve starší verzi Spolu.',
    incomplete: 'Chybí dřívější změna, takže je není kam vložit.',
    displaced:
      'Odstavec, do kterého jste je napsali, byl mezitím smazán, takže v textu nejsou. Zkopírujte je, kam patří.',
    rejected: 'Server je odmítl.',
  },
  words: 'Slova z dokumentu „{{title}}“',
  copy: 'Kopírovat',
  copied: 'Zkopírováno.',
  copyFailed: 'Prohlížeč kopírování nedovolil. Uložte je raději do souboru.',
  export: 'Uložit do souboru',
  retry: 'Zkusit znovu',
  sent: 'Uloženo.',
  stillUnsent: 'Teď se je uložit nepodařilo. Zůstávají v tomto zařízení.',
  discard: 'Zahodit',
  confirm: {
    title: 'Zahodit tyto úpravy?',
    text: 'V žádném dokumentu nejsou. Pokud jste si je nezkopírovali, slova budou nadobro pryč.',
  },
  discardFailed: 'Ze zařízení se je nepodařilo odstranit.',
  notice: 'Některé vaše úpravy nejsou v žádném dokumentu. Zůstávají v tomto zařízení.',
  show: 'Ukázat je',
  long: {
    title_one: 'Neuloženo už {{count, number}} minutu',
    title_few: 'Neuloženo už {{count, number}} minuty',
    title_many: 'Neuloženo už {{count, number}} minuty',
    title_other: 'Neuloženo už {{count, number}} minut',
    kept: 'Co jste od té doby napsali, zůstává v tomto zařízení a odešle se, jakmile to půjde. Pro jistotu si text zkopírujte nebo uložte do souboru.',
    alone:
      'Co jste od té doby napsali, je jen na této stránce. Nechte ji otevřenou a text si zkopírujte nebo uložte do souboru.',
    goOn: 'Psát dál',
  },
};
