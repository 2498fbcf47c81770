/** The page with the proof of authorship of a document. */
export const proof = {
  title: 'Proof of authorship',
  about:
    'The server recorded every change with its author and time, and signed the record. Anyone with the file and the server’s public key can verify it, without access to the document.',
  loading: 'Reading the history…',
  document: 'Document',
  signed: 'Signed',
  covers: 'Covers',
  covered_one: '{{count, number}} change, from {{first}} to {{last}}',
  covered_other: '{{count, number}} changes, from {{first}} to {{last}}',
  fromStart: 'The record begins with the empty document.',
  beginsLater:
    'Earlier changes weren’t kept: the record begins with change {{from, number}}, and says nothing about what was written before.',
  writers: 'Who wrote it',
  writer: 'Author',
  characters: 'Characters in the text',
  changes: 'Changes',
  first: 'First change',
  last: 'Last change',
  formerMember: 'A former member',
  fingerprint: 'Fingerprint of the record',
  key: 'Fingerprint of the public key',
  times:
    'Times are when the server stored a change, in the time zone {{zone}}. Moved text counts for the person who first wrote it.',
  how: 'How to verify it',
  steps: 'Download the file, and run this in a copy of Spolu’s source code:',
  download: 'Download the file',
  print: 'Print',
  back: 'Back to the document',
  noKey: {
    title: 'This server can’t sign histories yet',
    text: 'Its administrator needs to create a key with “npm run history-key”.',
  },
  failed: 'The proof couldn’t be created',
} as const;
