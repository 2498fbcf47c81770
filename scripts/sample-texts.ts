/** The documents in the pictures beside the sign-in form. */
export interface Sample {
  readonly language: 'en-US' | 'cs';
  readonly title: string;
  /** The first one sees the others write. */
  readonly people: readonly [string, string, string];
  /** As typed: Markdown marks at their start. */
  readonly lines: readonly string[];
  /** Each at the end of the line that has `after`. */
  readonly writes: readonly {
    readonly after: string;
    readonly words: string;
    readonly selects?: boolean;
  }[];
}

export const SAMPLES: readonly Sample[] = [
  {
    language: 'en-US',
    title: 'Spring in the garden',
    people: ['Eva', 'Jana', 'Petr'],
    lines: [
      'We start with the beds by the wall, where the sun comes first.',
      '## This week',
      '[ ] Turn over the compost',
      'Sow radishes and peas',
      'Mend the fence by the gate',
      '',
      '## Later',
      'Tomatoes go in after the fifteenth.',
      '> Water in the evening, never at noon.',
    ],
    writes: [
      { after: 'Sow radishes', words: ', two rows each' },
      { after: 'Tomatoes go in', words: ' The nights are cold.', selects: true },
    ],
  },
  {
    language: 'cs',
    title: 'Jaro na zahradě',
    people: ['Eva', 'Jana', 'Petr'],
    lines: [
      'Začneme záhony u zdi, tam je slunce nejdřív.',
      '## Tento týden',
      '[ ] Přeházet kompost',
      'Zasít ředkvičky a hrášek',
      'Opravit plot u branky',
      '',
      '## Později',
      'Rajčata sázíme po patnáctém.',
      '> Zalévat večer, nikdy v poledne.',
    ],
    writes: [
      { after: 'Zasít ředkvičky', words: ', každé do dvou řádků' },
      { after: 'Rajčata sázíme', words: ' Noci jsou studené.', selects: true },
    ],
  },
];
