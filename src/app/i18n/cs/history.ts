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
  present: 'Současný text',
  backToPresent: 'Zpět k současnému textu',
  showing: 'Díváte se na starší verzi: {{when}}. Nikdo ji nemůže změnit.',
  loadingPreview: 'Verze se otevírá…',
  by: '{{name}}',
  byNobody: 'Spolu',
  unknownPerson: 'bývalý člen',
  calendar: {
    choose: 'Vybrat den',
    all: 'Všechny dny',
  },
  kind: {
    named: 'Verze',
    automatic: 'Automatická verze',
    before_restore: 'Před návratem',
    before_deletion: 'Automatická verze před velkým smazáním',
  },
  restore: 'Vrátit se k této verzi',
  confirm: {
    title: 'Vrátit se k této verzi?',
    text: 'Text bude stejný jako v této verzi ({{when}}). Současný text se předtím uloží jako verze a co mezitím píšou ostatní, zůstane.',
  },
  restored: 'Jste zpět u vybrané verze.',
  undo: 'Zpět',
  undone: 'Návrat je zrušený.',
  show: 'Zobrazit',
  news: {
    named: '{{name}} vrací text k verzi {{version}}',
    unnamed: '{{name}} vrací text ke starší verzi ({{when}})',
    unknown: '{{name}} vrací text ke starší verzi',
    undone: '{{name}} ruší návrat ke starší verzi',
  },
  empty: {
    title: 'Zatím žádné verze',
    text: 'Uložte první a můžete se k ní kdykoli vrátit.',
  },
  failed: 'Verze se nepodařilo načíst',
  previewFailed: 'Verzi se nepodařilo otevřít',
  saveFailed: 'Verze se neuložila',
  restoreFailed: 'Návrat se nepodařil. Text zůstal, jak byl.',
  dailyLimit: 'Dosáhli jste limitu 20 MB za den. Zkuste to znovu {{wait}}.',
  undoFailed: 'Návrat se nepodařilo zrušit. Původní text je v seznamu jako „Před návratem“.',
};
