/** Playback of the writing of a text. */
export const playback = {
  loading: 'Reading the history…',
  nothing: 'Nothing was written in this version.',
  play: 'Play',
  pause: 'Pause',
  step: 'Moment',
  at: '{{at, number}} of {{total, number}}: {{who}}, {{when}}',
  atUnknown: '{{at, number}} of {{total, number}}: {{when}}',
  start: '{{total, number}} moments',
  beginning: 'Before the first change',
  press: 'Press Play to watch how the text was written.',
  speed: 'Speed',
  formerMember: 'a former member',
  erased_one: '{{count, number}} character was erased by {{name}} on {{when}}.',
  erased_other: '{{count, number}} characters were erased by {{name}} on {{when}}.',
} as const;
