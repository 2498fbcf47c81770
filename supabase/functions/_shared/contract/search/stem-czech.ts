/**
 * A light stemmer for Czech and Slovak, after the idea of Dolamic and Savoy (Indexing and stemming approaches for the Czech
 * language, 2009): it removes endings of cases and undoes changes of consonants. It reads folded letters, so that text without
 * accents has the same stems. A word can have several: *reklama* is stem *reklam* and, as if it were a plural, *rekl*.
 */

import { foldLetters } from './fold-letters.ts';

/** Endings of two letters and more, which follow a stem of three letters or one without a vowel. */
const ENDINGS = [
  'atech|atum|atem|etem|etech|etum|atama',
  'ami|emi|imi|ymi|ama|ema|ima|ach|ech|ich|ych|och',
  'eho|iho|emu|imu|omu|ovi|ove|ete|eti|ata|aty|atu',
  'em|im|ym|am|um|om|at|es|us|os|ov|uv|ej|ou|mi',
  // Verbs, whose forms share little else.
  'ova(?:t|l[aioy]?|n[aioy]?)|ovani|uj(?:e|eme|ete|es|i|ou|u|em|me|te)?',
  'al[aioy]?|il[aioy]?|el[aioy]?|l[aioy]?|it|et|aji|eji|ame|ime|eme|ite|ate|is|as|ejme|ejte|me|te|i[mt]e|ni',
  'an[aioy]?|en[aioy]?|ut[aoy]?|nout|nut|nul[aioy]?|ne|nes|neme|nete|nou',
].join('|');
const LONG_ENDING = new RegExp(`^(.+?)i?(?:${ENDINGS})$`);
const VOWEL = /[aeiouy]/;
/** One vowel, but two in studie, ulicia. */
const LAST_VOWELS = /^(.+?)(?:(?<=[^aeiouy])i[aeiou]|[aeiouy])$/;

/** Stems of a word, each once. `exact`: its folded letters; `accented`: the same with accents. */
export function stemCzech(exact: string, accented: string): readonly string[] {
  const stems = new Set<string>();
  const add = (stem: string): void => {
    for (const form of variantsOf(stem)) stems.add(form);
  };
  const short = withoutVowel(exact);
  add(short);
  const long = withoutEnding(exact);
  if (long !== null) {
    add(long);
    // Nováková, Novákové: the ending of a case after that of a possessive.
    const owner = /^(.{4,})ov$/.exec(long)?.[1];
    if (owner !== undefined) add(owner);
  }
  // cenou, písemnou: no verb like minou.
  const noun = /^(.+n)ou$/.exec(exact)?.[1];
  if (noun !== undefined) add(noun);
  const owner = /^(.{3,})ov$/.exec(short)?.[1];
  if (owner !== undefined) add(owner);
  // Nominative plurals of adjectives: čeští, angličtí.
  const adjective = /^(.+)(ští|čtí)$/.exec(accented);
  if (adjective !== null) add(exact.slice(0, -3) + (adjective[2] === 'ští' ? 'sk' : 'ck'));
  // mladší, novějšího, nejnovější.
  const compared = /^(?:nej|naj)?(.{3,}?)(?:ej)?s(?:i|iho|imu|im|ich|imi|ia|ie|iu|ou|ieho|iemu|ej|om)$/.exec(
    exact,
  );
  if (compared !== null) add(compared[1]!);
  if (/^(?:nej|naj).{4,}[sc]i/.test(exact))
    for (const stem of stemCzech(exact.slice(3), accented.slice(3))) stems.add(stem);
  // sníh, sněhu; dílo, děl.
  const thin = /^([^aeiouyáéěíóúůý]*)í([^aeiouyáéěíóúůý]+)[aeiouyáéěíóúůý]?$/.exec(accented);
  if (thin !== null) add(foldLetters(`${thin[1]}e${thin[2]}`));
  // dům, domu; stůl, stolu.
  const round = /^(.*)ů([^aeiouyáéěíóúůý]+)$/.exec(accented);
  if (round !== null) add(exact.slice(0, round[1]!.length) + 'o' + exact.slice(round[1]!.length + 1));
  return [...stems];
}

function withoutVowel(word: string): string {
  const stem = LAST_VOWELS.exec(word)?.[1];
  return stem !== undefined && stem.length >= 2 ? stem : word;
}

function withoutEnding(word: string): string | null {
  const stem = LONG_ENDING.exec(word)?.[1];
  if (stem === undefined || stem.length < 2) return null;
  if (stem.length >= 3 || !VOWEL.test(stem)) return stem;
  // Its ending may be shorter: skála is no skal-.
  return /(?:em|um|ech|ou|ami|ama)$/.test(word) && word.length - stem.length <= 3 ? stem : null;
}

/** smlouva, smluv. */
const LAST_OU = /ou([^aeiouy]+)$/;
/** Slovak: mesto, miest; otázka, otázok. */
const LAST_IE = /ie([^aeiouy]+)$/;
const LAST_OK = /([^aeiouy])ok$/;

function variantsOf(stem: string): readonly string[] {
  // The same form of a stem without one.
  const forms = [
    stem,
    stem.replace(LAST_OU, 'u$1'),
    stem.replace(LAST_IE, 'e$1'),
    stem.replace(LAST_OK, '$1k'),
  ];
  return forms.map(settle);
}

/** oken, okn: a vowel that comes and goes. */
const FLEETING = /^(.*[^aeiouy])e([^aeiouy]|ch)$/;

/** Stems of one word that differ in their last consonants become equal: matk, matc; knih, kniz; much, mus. */
function settle(stem: string): string {
  const [, start, end] = FLEETING.exec(stem) ?? [];
  return (start === undefined ? stem : start + end)
    .replace(/ch$/, 's')
    .replace(/c$/, 'k')
    .replace(/[zg]$/, 'h');
}
