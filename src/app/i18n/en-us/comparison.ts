/** What changed between two versions. */
export const comparison = {
  none: 'Nothing changed between these versions.',
  count_one: '{{count, number}} change',
  count_other: '{{count, number}} changes',
  at: 'Change {{at, number}} of {{total, number}}',
  previous: 'Previous change',
  next: 'Next change',
  revert: 'Revert',
  revertThis: 'This change',
  revertBlock: 'All changes in this block',
  revertSection: 'All changes in this section',
} as const;
