export const documents = {
  title: 'Documents',
  create: 'New document',
  untitled: 'Untitled',
  list: 'Your documents',
  ownedBy: 'by {{name}}',
  ownedByYou: 'by you',
  updated: 'Changed {{when}}',
  people_one: '{{count}} person',
  people_other: '{{count}} people',
  empty: {
    title: 'Nothing written yet',
    text: 'Start a document and invite somebody to write it with you. Documents that others share with you appear here too.',
  },
  failed: 'Your documents could not be loaded',
  createFailed: 'The document could not be created',
} as const;
