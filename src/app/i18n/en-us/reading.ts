export const reading = {
  find: {
    label: 'Find in the document',
    query: 'Find',
    place: '{{current, number}} of {{count, number}}',
    nothing: 'Not found',
    previous: 'Previous match',
    next: 'Next match',
    close: 'Close',
    matchAccents: 'Match accents',
    replacement: 'Replace with',
    replace: 'Replace',
    replaceAll: 'Replace all',
    replaced_one: '{{count, number}} match replaced',
    replaced_other: '{{count, number}} matches replaced',
  },
  outline: {
    label: 'Outline',
    close: 'Close the outline',
    empty: 'Headings you add to the document appear here.',
  },
  count: {
    selected: 'Selected:',
    words_one: '{{count, number}} word',
    words_other: '{{count, number}} words',
    characters_one: '{{count, number}} character',
    characters_other: '{{count, number}} characters',
  },
} as const;
