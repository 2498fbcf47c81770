/** Comparison of two versions. */
export const comparison = {
  none: 'Nothing changed between these versions.',
  count_one: '{{count, number}} change',
  count_other: '{{count, number}} changes',
  at: 'Change {{at, number}} of {{total, number}}',
  previous: 'Previous change',
  next: 'Next change',
  revert: 'Restore earlier text',
  revertShort: 'Restore',
  revertThis: 'At this change',
  revertBlock: 'At all changes in this block',
  revertSection: 'At all changes in this section',
  revertPerson: 'At all changes by {{name}}',
  formerMember: 'a former member',
  look: {
    added: '+ {{to}}',
    removed: '− {{from}}',
    changed: '{{from}} → {{to}}',
  },
  by: {
    added: 'Added by {{name}}',
    removed: 'Deleted by {{name}}',
    changed: 'Changed by {{name}}',
    moved: 'Moved by {{name}}',
    formatted: 'Formatted by {{name}}',
  },
} as const;
