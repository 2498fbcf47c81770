import type { presence as source } from '../en-us/presence.ts';
import type { Translated } from '../translated.ts';

export const presence: Translated<typeof source> = {
  people: 'Kdo je tu',
  you: '{{name}} (vy)',
  more_one: '{{count, number}} další člověk',
  more_few: '{{count, number}} další lidé',
  more_many: '{{count, number}} dalšího člověka',
  more_other: '{{count, number}} dalších lidí',
  joined_one: 'Nově je tu: {{names}}',
  joined_few: 'Nově jsou tu: {{names}}',
  joined_many: 'Nově jsou tu: {{names}}',
  joined_other: 'Nově jsou tu: {{names}}',
  left_one: 'Už tu není: {{names}}',
  left_few: 'Už tu nejsou: {{names}}',
  left_many: 'Už tu nejsou: {{names}}',
  left_other: 'Už tu nejsou: {{names}}',
  saved: 'Uloženo',
  saving: 'Ukládá se…',
  offline: 'Offline – uloženo v tomto zařízení',
  signedOut: 'Odhlášeno – uloženo v tomto zařízení',
  notSaved: 'Neuloženo',
  viewOnly: 'Jen pro čtení',
  loading: 'Načítá se…',
  failed: 'Nenačteno',
};
