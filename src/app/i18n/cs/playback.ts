import type { playback as source } from '../en-us/playback.ts';
import type { Translated } from '../translated.ts';

export const playback: Translated<typeof source> = {
  loading: 'Načítá se historie…',
  nothing: 'V této verzi nikdo nic nenapsal.',
  play: 'Přehrát',
  pause: 'Pozastavit',
  step: 'Okamžik',
  at: '{{at, number}} z {{total, number}}: {{who}}, {{when}}',
  atUnknown: '{{at, number}} z {{total, number}}: {{when}}',
  start: 'Okamžiků: {{total, number}}',
  beginning: 'Před první změnou',
  press: 'Stiskněte Přehrát a uvidíte, jak text vznikal.',
  speed: 'Rychlost',
  formerMember: 'bývalý člen',
  commentsOnLine: 'Komentáře na časové ose',
  comments_one: '{{count, number}} komentář',
  comments_few: '{{count, number}} komentáře',
  comments_many: '{{count, number}} komentáře',
  comments_other: '{{count, number}} komentářů',
  erased_one: '{{when}} byl natrvalo vymazán {{count, number}} znak ({{name}}).',
  erased_few: '{{when}} byly natrvalo vymazány {{count, number}} znaky ({{name}}).',
  erased_many: '{{when}} bylo natrvalo vymazáno {{count, number}} znaku ({{name}}).',
  erased_other: '{{when}} bylo natrvalo vymazáno {{count, number}} znaků ({{name}}).',
};
