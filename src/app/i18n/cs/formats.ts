import type { formats as source } from '../en-us/formats.ts';
import type { Translated } from '../translated.ts';

export const formats: Translated<typeof source> = {
  loss: {
    comment_one: '{{count, number}} komentář se nepodařilo převést',
    comment_few: '{{count, number}} komentáře se nepodařilo převést',
    comment_many: '{{count, number}} komentáře se nepodařilo převést',
    comment_other: '{{count, number}} komentářů se nepodařilo převést',
    picture_one: '{{count, number}} obrázek se nepodařilo převést',
    picture_few: '{{count, number}} obrázky se nepodařilo převést',
    picture_many: '{{count, number}} obrázku se nepodařilo převést',
    picture_other: '{{count, number}} obrázků se nepodařilo převést',
    unknown_one: '{{count, number}} neznámá část zůstala jako prostý text',
    unknown_few: '{{count, number}} neznámé části zůstaly jako prostý text',
    unknown_many: '{{count, number}} neznámé části zůstalo jako prostý text',
    unknown_other: '{{count, number}} neznámých částí zůstalo jako prostý text',
  },
  severity: { changed: 'Změněno', simplified: 'Zjednodušeno', lost: 'Vynecháno' },
  lossExample: '„{{example}}“',
};
