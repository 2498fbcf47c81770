import type { comparison as source } from '../en-us/comparison.ts';
import type { Translated } from '../translated.ts';

export const comparison: Translated<typeof source> = {
  none: 'Mezi těmito verzemi se nic nezměnilo.',
  count_one: '{{count, number}} změna',
  count_few: '{{count, number}} změny',
  count_many: '{{count, number}} změny',
  count_other: '{{count, number}} změn',
  at: 'Změna {{at, number}} z {{total, number}}',
  previous: 'Předchozí změna',
  next: 'Další změna',
  revert: 'Obnovit původní text',
  revertShort: 'Obnovit',
  revertThis: 'U této změny',
  revertBlock: 'U všech změn v tomto bloku',
  revertSection: 'U všech změn v tomto oddílu',
  revertPerson: 'U všech změn: {{name}}',
  formerMember: 'bývalý člen',
  look: {
    added: '+ {{to}}',
    removed: '− {{from}}',
    changed: '{{from}} → {{to}}',
  },
  placed: 'Autor: {{name}}, přemístění: {{placer}}',
  shortened: 'Slova téhož autora odsud odstranil(a) {{name}}',
  by: {
    added: 'Přidání: {{name}}',
    removed: 'Smazání: {{name}}',
    changed: 'Změna: {{name}}',
    moved: 'Přesun: {{name}}',
    formatted: 'Formátování: {{name}}',
  },
};
