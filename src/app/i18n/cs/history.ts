import type { history as source } from '../en-us/history.ts';
import type { Translated } from '../translated.ts';

export const history: Translated<typeof source> = {
  title: 'Historie verzí',
  close: 'Zavřít historii verzí',
  save: 'Uložit verzi',
  name: 'Název verze',
  nameHint: 'Nepovinný, třeba „Posláno klientovi“',
  saved: 'Verze je uložená.',
  nameLong: 'Nejvýše {{max, number}} znaků.',
  current: 'Aktuální verze',
  backToCurrent: 'Zpět k aktuální verzi',
  showing: 'Prohlížíte si starší verzi: {{when}}. Nedá se upravovat.',
  loadingPreview: 'Verze se otevírá…',
  by: '{{name}}',
  bySpolu: 'Spolu',
  formerMember: 'bývalý člen',
  calendar: {
    choose: 'Vybrat den',
    all: 'Všechny dny',
  },
  kind: {
    named: 'Verze',
    automatic: 'Automatická verze',
    before_restore: 'Před obnovením',
    before_deletion: 'Automatická verze před velkým smazáním',
  },
  restore: 'Obnovit',
  confirm: {
    title: 'Obnovit tuto verzi?',
    text: 'Text bude stejný jako v této verzi ({{when}}). Aktuální verze se předtím uloží, a co mezitím napíšou ostatní, zůstane.',
  },
  restored: 'Verze je obnovená.',
  undo: 'Vrátit zpět',
  undone: 'Obnovení je zrušené.',
  show: 'Zobrazit',
  news: {
    named: '{{name}} obnovuje verzi {{version}}',
    unnamed: '{{name}} obnovuje starší verzi ({{when}})',
    unknown: '{{name}} obnovuje starší verzi',
    undone: '{{name}} ruší obnovení starší verze',
  },
  empty: {
    title: 'Zatím žádné verze',
    text: 'Uložte první a můžete se k ní kdykoli vrátit.',
  },
  failed: 'Verze se nepodařilo načíst',
  previewFailed: 'Verzi se nepodařilo otevřít',
  saveFailed: 'Verze se neuložila',
  restoreFailed: 'Verzi se nepodařilo obnovit. Text zůstal beze změny.',
  dailyLimit: 'Dosáhli jste limitu 20 MB za den. Zkuste to znovu {{wait}}.',
  undoFailed: 'Obnovení se nepodařilo zrušit. Původní text je v seznamu jako „Před obnovením“.',
};
