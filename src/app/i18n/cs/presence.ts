import type { presence as source } from '../en-us/presence.ts';
import type { Translated } from '../translated.ts';

export const presence: Translated<typeof source> = {
  people: 'Kdo je tu',
  more_one: '{{count, number}} další člověk',
  more_few: '{{count, number}} další lidé',
  more_many: '{{count, number}} dalšího člověka',
  more_other: '{{count, number}} dalších lidí',
  saved: 'Uloženo',
  saving: 'Ukládá se…',
  offline: 'Offline – uloženo v tomto zařízení',
  signedOut: 'Odhlášeno – uloženo v tomto zařízení',
  notSaved: 'Neuloženo',
  viewOnly: 'Jen pro čtení',
  canComment: 'Může komentovat',
  loading: 'Načítá se…',
  failed: 'Nenačteno',
};
