import type { unsent as source } from '../en-us/unsent.ts';
import type { Translated } from '../translated.ts';

export const unsent: Translated<typeof source> = {
  title: 'Neodeslané úpravy',
  titleWithCount: 'Neodeslané úpravy ({{count, number}})',
  text: 'Úpravy a komentáře z tohoto zařízení, které se nedostaly na server.',
  empty: 'Všechno, co jste v tomto zařízení napsali, je uložené.',
  unreadable: 'Prohlížeč nedovolil přečíst, co je uložené v tomto zařízení. Načtěte stránku znovu.',
  untitled: 'Bez názvu',
  noText: 'Jen formátování a mazání, žádný nový text.',
  open: 'Jestli se uloží, ukazuje otevřený dokument.',
  waiting: 'Čekají na odeslání.',
  textIn: 'Text z dokumentu „{{title}}“',
  copy: 'Kopírovat',
  copied: 'Zkopírováno.',
  copyFailed: 'Prohlížeč kopírování nedovolil. Uložte je raději do souboru.',
  export: 'Uložit do souboru',
  retry: 'Zkusit znovu',
  sent: 'Uloženo.',
  stillUnsent: 'Zatím se je nepodařilo uložit. Zůstávají v tomto zařízení.',
  discard: 'Zahodit',
  confirm: {
    title: 'Zahodit tyto úpravy?',
    text: 'V žádném dokumentu nejsou. Pokud jste si je nezkopírovali, budou nenávratně pryč.',
  },
  discardFailed: 'Ze zařízení se je nepodařilo odstranit.',
  notice: 'Některé vaše úpravy nebo komentáře nejsou v žádném dokumentu. Zůstávají v tomto zařízení.',
  show: 'Zobrazit změny',
  long: {
    title_one: 'Neuloženo už {{count, number}} minutu',
    title_few: 'Neuloženo už {{count, number}} minuty',
    title_many: 'Neuloženo už {{count, number}} minuty',
    title_other: 'Neuloženo už {{count, number}} minut',
    kept: 'Co jste od té doby napsali, zůstává v tomto zařízení a odešle se, jakmile to půjde. Pro jistotu si text zkopírujte nebo uložte do souboru.',
    alone:
      'Co jste od té doby napsali, je jen na této stránce. Nechte ji otevřenou a text si zkopírujte nebo uložte do souboru.',
    keepWriting: 'Psát dál',
  },
};
