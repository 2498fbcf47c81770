import type { presence as source } from '../en-us/presence.ts';
import type { Translated } from '../translated.ts';

export const presence: Translated<typeof source> = {
  people: 'Kdo je tu',
  you: '{{name}} (vy)',
  more_one: '{{count}} další člověk',
  more_few: '{{count}} další lidé',
  more_many: '{{count}} dalšího člověka',
  more_other: '{{count}} dalších lidí',
  joined: 'Nově je tu: {{names}}',
  left: 'Už tu není: {{names}}',
  saved: 'Uloženo',
  saving: 'Ukládá se…',
  offline: 'Offline – uloženo v tomto zařízení',
  notSaved: 'Neuloženo',
  loading: 'Načítá se…',
  failed: 'Nenačteno',
};
