import type { Language } from '#contract/languages.ts';

export interface Labels {
  readonly lostComments: string;
  readonly deletedComment: string;
  readonly picture: string;
}

/** Texts in the file, in the language of the document. */
export const LABELS: Readonly<Record<Language, Labels>> = {
  'en-US': {
    lostComments: 'Comments on deleted text',
    deletedComment: 'Comment deleted',
    picture: 'Picture',
  },
  cs: {
    lostComments: 'Komentáře ke smazanému textu',
    deletedComment: 'Komentář byl smazán',
    picture: 'Obrázek',
  },
};
