import { describe, expect, it } from 'vitest';
import { stemsOf } from '#contract/search/stem-word.ts';

const meet = (one: string, other: string): boolean => {
  const stems = new Set(stemsOf(one, 'cs'));
  return stemsOf(other, 'cs').some((stem) => stems.has(stem));
};

describe('the forms of a Czech or Slovak word share a stem', () => {
  it.each([
    'smlouva smlouvy smlouvě smlouvu smlouvou smluv smlouvám smlouvách smlouvami',
    'dílo díla dílu dílem díle dílům dílech',
    'dům domu domě domem domy domů domům domech',
    'matka matky matce matku matkou matek matkám matkách',
    'kniha knihy knize knihu knihou knih knihách',
    'moucha mouchy mouše mouchu much mouchách',
    'Praha Prahy Praze Prahou',
    'otec otce otci otcem otcové otců otcích',
    'písek písku pískem',
    'okno okna oknu oknem oken oknům oknech',
    'pes psa psovi psem psy psů psům',
    'den dne dnu dnem dny dnů dnech',
    'hrad hradu hradem hradě hrady hradů hradům hradech',
    'stroj stroje stroji strojem strojů strojích',
    'růže růži růží růžím růžích růžemi',
    'píseň písně písni písní písněmi',
    'radost radosti radostí radostem radostech radostmi',
    'moře moři mořem moří mořích',
    'kuře kuřete kuřeti kuřetem kuřata kuřat kuřatům kuřatech',
    'stavení stavením staveních staveními',
    'téma tématu tématem témata témat tématech',
    'muzeum muzea muzeu muzeem muzeí muzeích',
    'studie studii studií studiím studiích studiemi',
    'model modelu modely modelem modelech',
    'problém problému problémem problémy problémech',
    'reklama reklamy reklamě reklamu reklamou reklam reklamami',
    'mladý mladého mladému mladém mladým mladí mladých mladými mladá mladé mladou',
    'velký velkého velcí velkých velkou velké',
    'český českého čeští českých česká',
    'anglický angličtí anglické',
    'jarní jarního jarnímu jarním jarních jarními',
    'žák žáci žácích žákům žáky',
    'cena ceny ceně cenu cenou cen cenám cenách cenami',
    'rodina rodině rodinu rodinou rodin rodinách',
    'hodina hodinou hodin hodinami',
    'Jana Jany Janě Janu Janou',
    'písemný písemná písemnou písemného písemné',
    'hoch hoši hochů hochům',
    'Novák Nováka Novákovi Novákem Nováková Novákové Novákovou',
    'pracovat pracuje pracoval pracovali pracují pracovala',
    'nový novější novějšího nejnovější nejnovějších',
    'mladý mladší mladšího nejmladší',
    'kupovat kupuje kupuj kupujme kupujte kupoval kupován kupovaná',
    'koupit koupí koupíš koupil koupila koupen koupena',
    'dělat dělám děláš dělal dělej dělejte dělán',
    'tisknout tiskne tiskl tiskla',
    'sníh sněhu sněhem sněhy',
    'žena žien',
    'mesto miest mestám',
    'otázka otázok otázky',
    'zmluva zmluvy zmluve zmluvu zmluvou zmluvám zmluvách',
    'chlap chlapa chlapovi chlapom chlapi chlapov chlapoch chlapmi',
    'pekný pekného peknému peknom peknej pekná peknú',
    'ulica ulice ulici ulicu ulicou ulíc uliciach uliciam',
    'stôl stola stole stolom stoly stolov stoloch',
  ])('%s', (forms) => {
    const [first = '', ...others] = forms.split(' ');
    expect(others.filter((form) => !meet(first, form))).toEqual([]);
  });

  it('with and without accents', () => {
    expect(meet('smlouvě', 'smlouve')).toBe(true);
    expect(meet('dílem', 'dilo')).toBe(true);
  });
});

it.each([
  ['dům', 'dým'],
  ['smlouva', 'smetana'],
  ['hrad', 'hradba'],
  ['kniha', 'knír'],
  ['rodina', 'rod'],
  ['hodina', 'hod'],
  ['sleva', 'slovo'],
  ['banka', 'basa'],
])('%s and %s share none', (one, other) => {
  expect(meet(one, other)).toBe(false);
});

it('knows English and German, and takes all languages when it is undecided', () => {
  expect(stemsOf('contracts', 'en')).toEqual(stemsOf('contract', 'en'));
  expect(stemsOf('Häuser', 'de')).toEqual(stemsOf('Haus', 'de'));
  const undecided = stemsOf('contracts', null);
  expect(undecided).toEqual(
    expect.arrayContaining([...stemsOf('contracts', 'en'), ...stemsOf('contracts', 'cs')]),
  );
});

it('stems no numbers, no single letters, no other scripts, and leaves no accent', () => {
  expect(stemsOf('10000', null)).toEqual([]);
  expect(stemsOf('o', 'cs')).toEqual([]);
  expect(stemsOf('東京', null)).toEqual([]);
  expect(stemsOf('žluťoučký', 'cs').join()).toMatch(/^[a-z,]+$/);
});
