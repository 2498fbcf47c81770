/** State of one reading of a text. */
import { Fields } from './read-fields.ts';
import { Formulas } from './read-formulas.ts';
import { Links } from './read-link-addresses.ts';
import { HtmlPaths } from './read-paths.ts';
import { Notes } from './read-note-marks.ts';
import { Pictures } from './read-pictures.ts';
import { Numbering } from './read-numbering.ts';
import type { DocxPackage } from './read-package.ts';
import { Styles } from './read-styles.ts';
import { Signs } from './read-signs.ts';
import type { ThreadPlaces } from './read-places.ts';

export class Reading {
  readonly docx: DocxPackage;
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly pictures: Pictures;
  readonly formulas: Formulas;
  readonly places: ThreadPlaces;
  /** Of a file that was exported here, which keeps each empty paragraph. */
  readonly isOwn: boolean;
  readonly signs = new Signs();
  readonly paths = new HtmlPaths();
  readonly fields = new Fields();
  readonly links = new Links(this.signs);
  readonly notes = new Notes();
  #hasNotedLook = false;
  #paragraphOfLook: object | null = null;

  constructor(docx: DocxPackage, places: ThreadPlaces, isOwn: boolean) {
    this.docx = docx;
    this.places = places;
    this.isOwn = isOwn;
    this.styles = new Styles(docx.part('styles')?.root);
    this.numbering = new Numbering(docx.part('numbering')?.root, this.styles);
    this.pictures = new Pictures(docx);
    this.formulas = new Formulas(isOwn ? docx.sources() : null);
  }

  /** Fonts, sizes and colors of runs: one loss for each paragraph. Only the first has a sign. */
  noteLook(paragraph: object, example: string): string {
    if (this.#paragraphOfLook === paragraph || example.trim() === '') return '';
    this.#paragraphOfLook = paragraph;
    const sign = this.signs.loss('formatting', 'changed', example);
    if (this.#hasNotedLook) return '';
    this.#hasNotedLook = true;
    return sign;
  }
}
