import type { proof as source } from '../en-us/proof.ts';
import type { Translated } from '../translated.ts';

export const proof: Translated<typeof source> = {
  title: 'Doklad autorství',
  about:
    'Server zaznamenal každou změnu s jejím autorem a časem a celý záznam podepsal. Kdo má soubor a veřejný klíč serveru, může ho ověřit i bez přístupu k dokumentu.',
  loading: 'Načítá se historie…',
  document: 'Dokument',
  signed: 'Podepsáno',
  covers: 'Obsahuje',
  covered_one: '{{count, number}} změnu, {{first}} až {{last}}',
  covered_few: '{{count, number}} změny, {{first}} až {{last}}',
  covered_many: '{{count, number}} změny, {{first}} až {{last}}',
  covered_other: '{{count, number}} změn, {{first}} až {{last}}',
  fromStart: 'Záznam začíná prázdným dokumentem.',
  beginsLater:
    'Starší změny se nezachovaly: záznam začíná změnou č. {{from, number}} a o tom, co bylo napsáno dřív, nic neříká.',
  writers: 'Kdo ho napsal',
  writer: 'Autor',
  characters: 'Znaků v textu',
  changes: 'Změn',
  first: 'První změna',
  last: 'Poslední změna',
  formerMember: 'Bývalý člen',
  fingerprint: 'Otisk záznamu',
  key: 'Otisk veřejného klíče',
  times:
    'Časy udávají, kdy server změnu uložil, v časovém pásmu {{zone}}. Přesunutý text se počítá tomu, kdo ho napsal jako první.',
  how: 'Jak ho ověřit',
  steps: 'Stáhněte si soubor a ve zdrojovém kódu Spolu spusťte:',
  download: 'Stáhnout soubor',
  print: 'Vytisknout',
  back: 'Zpět na dokument',
  noKey: {
    title: 'Tento server zatím neumí historii podepsat',
    text: 'Správce serveru musí vytvořit klíč příkazem „npm run history-key“.',
  },
  failed: 'Doklad se nepodařilo vytvořit',
};
