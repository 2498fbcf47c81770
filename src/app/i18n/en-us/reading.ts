export const reading = {
  find: {
    label: 'Find in the document',
    query: 'Find',
    place: '{{current}} of {{count}}',
    nothing: 'Not found',
    previous: 'Previous match',
    next: 'Next match',
    close: 'Close',
    accents: 'Accents matter',
    replacement: 'Replace with',
    replace: 'Replace',
    replaceAll: 'Replace all',
    replaced_one: '{{count}} match replaced',
    replaced_other: '{{count}} matches replaced',
  },
} as const;
