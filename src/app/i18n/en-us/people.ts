/** Where the people in a document are. */
export const people = {
  in: 'In “{{section}}”',
  atStart: 'At the beginning',
  nowhere: 'Not in the text',
  goTo: 'Go to {{name}}',
  goThere: 'Go there',
  went: 'You’re at {{name}}’s place.',
  back: 'Back to my place',
  self: 'Others see your name, your picture and where you type.',
  above: 'People above',
  below: 'People below',
  more_one: '{{count, number}} more person',
  more_other: '{{count, number}} more people',
  here: 'Here: {{names}}',
} as const;
