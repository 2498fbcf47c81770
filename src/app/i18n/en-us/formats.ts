export const formats = {
  /** A sentence for each of `LOSS_KINDS`. */
  loss: {
    comment_one: '{{count, number}} comment could not be carried over',
    comment_other: '{{count, number}} comments could not be carried over',
    picture_one: '{{count, number}} picture could not be carried over',
    picture_other: '{{count, number}} pictures could not be carried over',
    unknown_one: '{{count, number}} part of an unknown kind became plain text',
    unknown_other: '{{count, number}} parts of an unknown kind became plain text',
  },
  /** How grave it is. */
  severity: { changed: 'Changed', simplified: 'Simplified', lost: 'Left out' },
  lossExample: '“{{example}}”',
} as const;
