import type { presence as source } from '../en-us/presence.ts';
import type { Translated } from '../translated.ts';

export const presence: Translated<typeof source> = {
  people: 'Kdo je tu',
  you: '{{name}} (vy)',
  more_one: '{{count, number}} další člověk',
  more_few: '{{count, number}} další lidé',
  more_many: '{{count, number}} dalšího člověka',
  more_other: '{{count, number}} dalších lidí',
  joined: 'Nově je tu: {{names}}',
  left: 'Už tu není: {{names}}',
  saved: 'Uloženo',
  saving: 'Ukládá se…',
  offline: 'Offline – uloženo v tomto zařízení',
  signedOut: 'Odhlášeno – uloženo v tomto zařízení',
  notSaved: 'Neuloženo',
  viewOnly: 'Jen pro čtení',
  loading: 'Načítá se…',
  failed: 'Nenačteno',
};
