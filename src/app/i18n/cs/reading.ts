import type { reading as source } from '../en-us/reading.ts';
import type { Translated } from '../translated.ts';

export const reading: Translated<typeof source> = {
  find: {
    label: 'Najít v dokumentu',
    query: 'Najít',
    place: '{{current, number}} z {{count, number}}',
    nothing: 'Nenalezeno',
    previous: 'Předchozí výskyt',
    next: 'Další výskyt',
    close: 'Zavřít',
    matchAccents: 'Rozlišovat diakritiku',
    replacement: 'Nahradit čím',
    replace: 'Nahradit',
    replaceAll: 'Nahradit vše',
    replaced_one: 'Nahrazen {{count, number}} výskyt',
    replaced_few: 'Nahrazeny {{count, number}} výskyty',
    replaced_many: 'Nahrazeno {{count, number}} výskytu',
    replaced_other: 'Nahrazeno {{count, number}} výskytů',
  },
  outline: {
    label: 'Osnova',
    close: 'Zavřít osnovu',
    empty: 'Tady se objeví nadpisy, které do dokumentu přidáte.',
  },
  count: {
    selected: 'Vybráno:',
    words_one: '{{count, number}} slovo',
    words_few: '{{count, number}} slova',
    words_many: '{{count, number}} slova',
    words_other: '{{count, number}} slov',
    characters_one: '{{count, number}} znak',
    characters_few: '{{count, number}} znaky',
    characters_many: '{{count, number}} znaku',
    characters_other: '{{count, number}} znaků',
  },
};
