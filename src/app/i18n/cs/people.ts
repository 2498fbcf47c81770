import type { people as source } from '../en-us/people.ts';
import type { Translated } from '../translated.ts';

export const people: Translated<typeof source> = {
  in: 'V části „{{section}}“',
  atStart: 'Na začátku',
  nowhere: 'Mimo text',
  goTo: 'Přejít na místo: {{name}}',
  goThere: 'Přejít tam',
  went: 'Jste na místě, kde je {{name}}.',
  back: 'Zpět na moje místo',
  self: 'Ostatní vidí vaše jméno, obrázek a místo, kde píšete.',
  above: 'Lidé výše',
  below: 'Lidé níže',
  more_one: '{{count, number}} další člověk',
  more_few: '{{count, number}} další lidé',
  more_many: '{{count, number}} dalšího člověka',
  more_other: '{{count, number}} dalších lidí',
  here: 'Je tu: {{names}}',
};
