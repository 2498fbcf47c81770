import { describe, expect, test } from 'vitest';
import { FIT, nameMatcher } from '../../../../src/app/i18n/match-name.ts';

const fit = (query: string, name: string): number | null => nameMatcher(query)(name);

describe('how well a name fits what was typed', () => {
  test.each([
    ['Smlouva', 'Smlouva', FIT.whole],
    ['smlouva', 'Smlouva', FIT.whole],
    ['smlouva o dilo', 'Smlouva o dílo', FIT.whole],
    ['SMLOUVA', 'Smlouva o dílo', FIT.start],
    ['smlou', '  Smlouva o dílo', FIT.start],
    ['dilo', 'Smlouva o dílo', FIT.words],
    ['dílo smlouva', 'Smlouva o dílo', FIT.words],
    ['2026 rozpocet', 'Rozpočet na rok 2026', FIT.words],
    ['zlut kun', 'Příliš žluťoučký kůň', FIT.words],
    ['sod', 'Smlouva o dílo', FIT.initials],
    ['sd', 'Smlouva o dílo', FIT.initials],
    ['smdi', 'Smlouva o dílo', FIT.initials],
    ['pžk', 'Příliš žluťoučký kůň', FIT.initials],
    ['chp', 'Chata, plán oprav', FIT.initials],
    ['cp', 'Chata, plán oprav', FIT.initials],
    ['qbr', 'Quarterly business review', FIT.initials],
    ['br', 'Quarterly business review', FIT.initials],
    ['wr25', 'Weekly report 25', FIT.initials],
    ['louva', 'Smlouva o dílo', FIT.inside],
    ['louva díl', 'Smlouva o dílo', FIT.inside],
    ['letter', 'Newsletter', FIT.inside],
    ['e-mail', 'E‑mail návrhu', FIT.start],
    ['straße', 'Die Strasse', FIT.words],
    ['sx', 'Smlouva o dílo', null],
    ['sdo', 'Smlouva o dílo', null],
    ['qr', 'Quarterly business review', null],
    ['smlouva z', 'Smlouva o dílo', null],
    ['', 'Smlouva o dílo', null],
    ['   ', 'Smlouva o dílo', null],
    ['x', '', null],
  ])('%j in %j: %j', (query, name, expected) => {
    expect(fit(query, name)).toBe(expected);
  });

  test('accents in the query rank the name with the same accents higher', () => {
    expect(fit('dráha', 'Dráha')!).toBeLessThan(fit('dráha', 'Draha')!);
    expect(fit('draha', 'Dráha')!).toBe(fit('draha', 'Draha')!);
    expect(fit('dráha', 'Draha')!).toBeLessThan(FIT.start);
  });

  test('a long query against a long name is quick', () => {
    const start = performance.now();
    fit('a'.repeat(60), 'aaaa '.repeat(60));
    expect(performance.now() - start).toBeLessThan(50);
  });
});
