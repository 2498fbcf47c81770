/** The runs of a paragraph, in the few forms that the conversion knows. */
import { CHECKED, UNCHECKED } from './read-boxes.ts';
import { chooseAlternative, readDrawing } from './read-drawings.ts';
import { fileName } from './read-pictures.ts';
import type { Link } from './read-link-addresses.ts';
import type { Reading } from './read-state.ts';
import type { Relation } from './read-package.ts';
import type { RunLook } from './read-styles.ts';
import { looksSpecial, runFormat } from './read-looks.ts';
import { withoutSigns } from './read-signs.ts';
import {
  childOf,
  element,
  elementsOf,
  escapeXml,
  ownText,
  textOf,
  type XmlElement,
  type XmlNode,
} from './read-xml.ts';

export class InlineReader {
  readonly runs: XmlElement[] = [];
  /** Text boxes, whose content follows the paragraph. */
  readonly boxes: XmlElement[] = [];
  /** Threads of comments without a range. */
  readonly threads: string[] = [];
  hasRule = false;
  /** A picture, or a formula that is a block. */
  hasLeaf = false;
  /** A part of it was left out on purpose: it is no empty paragraph. */
  wasSilent: boolean;
  readonly #reading: Reading;
  readonly #look: RunLook;
  readonly #line: Line;
  #link: Link | null = null;
  #format: XmlElement | undefined;

  constructor(reading: Reading, look: RunLook, line: Line) {
    this.#reading = reading;
    this.#look = look;
    this.#line = line;
    this.wasSilent = reading.fields.isSilent;
  }

  read(nodes: readonly XmlNode[]): void {
    for (const node of nodes) if (typeof node !== 'string') this.#readElement(node);
  }

  #readElement(node: XmlElement): void {
    switch (node.name) {
      case 'w:r':
        return this.#readRun(node);
      case 'w:hyperlink':
        return this.#readLink(node);
      case 'w:fldSimple':
        return this.#readSimpleField(node);
      case 'w:sdt':
        return this.#readControl(node);
      case 'w:smartTag':
      case 'w:customXml':
      case 'w:bdo':
      case 'w:dir':
      case 'w:ins':
      case 'w:moveTo':
        return this.read(node.children);
      case 'm:oMath':
      case 'm:oMathPara':
        this.hasLeaf ||= node.name === 'm:oMathPara';
        return this.#add([text(this.#reading.signs.html(this.#reading.formulas.write(onlyMath(node))))]);
      case 'w:commentRangeStart':
      case 'w:commentRangeEnd':
        return this.sign(this.#reading.places.sign(node));
      case 'mc:AlternateContent':
        return this.read(chooseAlternative(node).children);
    }
  }

  /** A sign, whose run has no format. */
  sign(sign: string): void {
    if (sign !== '') this.runs.push(element('w:r', {}, [text(sign)]));
  }

  #readRun(run: XmlElement): void {
    this.#format = childOf(run, 'w:rPr');
    const look = this.#reading.styles.run(this.#format, this.#look);
    if (look.hidden === true) {
      const hidden = textOf(run);
      if (hidden !== '') this.sign(this.#reading.signs.loss('hidden', 'lost', hidden));
      return;
    }
    if (looksSpecial(this.#format) && !this.#reading.fields.isSilent)
      this.sign(this.#reading.noteLook(this, textOf(run)));
    for (const child of elementsOf(run)) this.#readPart(child, look);
    this.#format = undefined;
  }

  #readPart(part: XmlElement, look: RunLook): void {
    const { signs, notes, places } = this.#reading;
    const { name, attributes } = part;
    const format = (): XmlElement => runFormat(look);
    switch (name) {
      case 'w:t':
        return this.#add([format(), text(withoutSigns(ownText(part)))]);
      case 'w:tab':
      case 'w:ptab':
        return this.#add([format(), text('\t')]);
      case 'w:br':
        if (attributes['w:type'] === 'page' || attributes['w:type'] === 'column')
          return this.sign(signs.loss('pageBreak', 'lost'));
        return this.#add([
          format(),
          this.#readBreak(attributes['w:clear'] === 'none' ? PARAGRAPH_SEPARATOR : ''),
        ]);
      case 'w:cr':
        return this.#add([format(), this.#readBreak(LINE_SEPARATOR)]);
      case 'w:noBreakHyphen':
      case 'w:softHyphen':
      case 'w:sym':
        return this.#add([format(), part]);
      case 'w:fldChar':
        return this.#readFieldCharacter(part);
      case 'w:instrText':
        return this.#reading.fields.instruct(ownText(part));
      case 'w:footnoteReference':
      case 'w:endnoteReference': {
        const kind = name === 'w:endnoteReference' ? 'endnotes' : 'footnotes';
        const number = notes.number(kind, attributes['w:id'] ?? '');
        return this.#add([runFormat({ position: 'superscript' }), text(`[${number}]`)]);
      }
      case 'w:commentReference': {
        const thread = places.threadAt(part);
        if (thread !== null) this.threads.push(thread);
        return;
      }
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        return this.#readDrawing(part);
      case 'mc:AlternateContent':
        return this.#readDrawing(chooseAlternative(part));
      case 'w:ruby':
        return this.read(elementsOf(childOf(part, 'w:rubyBase')));
    }
  }

  /** In our own files a character may be written as a break. As a sign, because readers of XML take it for the end of a line. */
  #readBreak(separator: string): XmlElement {
    const { isOwn, signs } = this.#reading;
    return isOwn && separator !== '' ? text(signs.html(separator)) : element('w:br');
  }

  #add(children: readonly XmlNode[]): void {
    const { fields, links } = this.#reading;
    if (fields.isSilent) {
      this.wasSilent = true;
      return;
    }
    const run = element('w:r', {}, children);
    const link = this.#link ?? { address: fields.link?.address ?? '', title: '' };
    this.runs.push(link.address === '' ? run : element('w:hyperlink', { 'r:id': links.id(link) }, [run]));
  }

  #readLink(link: XmlElement): void {
    const { attributes } = link;
    const relation = this.#line.relations.get(attributes['r:id'] ?? '');
    const place = attributes['w:anchor'];
    const address = relation?.isExternal === true ? relation.target : '';
    const outer = this.#link;
    if (address === '') this.#noteInnerLink(textOf(link));
    this.#link = {
      address: address !== '' && place !== undefined ? `${address}#${place}` : address,
      title: withoutSigns(attributes['w:tooltip'] ?? ''),
    };
    this.read(link.children);
    this.#link = outer;
  }

  #noteInnerLink(example: string): void {
    if (!this.#reading.fields.isSilent) this.sign(this.#reading.signs.loss('link', 'simplified', example));
  }

  #readSimpleField(field: XmlElement): void {
    const { fields } = this.#reading;
    fields.begin(null);
    fields.instruct(field.attributes['w:instr'] ?? '');
    this.#noteField(fields.separate());
    this.read(field.children);
    fields.end();
  }

  #readFieldCharacter(character: XmlElement): void {
    const { fields } = this.#reading;
    this.wasSilent = true;
    switch (character.attributes['w:fldCharType']) {
      case 'begin':
        return fields.begin(character);
      case 'separate':
        return this.#noteField(fields.separate());
      case 'end':
        return this.#noteField(fields.end());
    }
  }

  #noteField(field: ReturnType<Reading['fields']['separate']>): void {
    if (!field) return;
    const { signs, fields } = this.#reading;
    if (field.kind === 'contents') this.sign(signs.loss('tableOfContents', 'lost'));
    else if (field.kind === 'link' && fields.link?.address === '') this.#noteInnerLink('');
    else if (field.kind === 'checkbox') this.sign(field.isChecked ? CHECKED : UNCHECKED);
    else if (field.kind === 'other' && !fields.isSilent)
      this.sign(signs.loss('field', 'simplified', field.instruction));
  }

  /** A content control: a checkbox, or text in a form. */
  #readControl(control: XmlElement): void {
    const about = childOf(control, 'w:sdtPr');
    const box = childOf(about, 'w14:checkbox');
    if (!box) return this.read(elementsOf(childOf(control, 'w:sdtContent')));
    const checked = childOf(box, 'w14:checked')?.attributes['w14:val'] ?? '0';
    this.#add([text(/^(?:1|true|on)$/.test(checked) ? CHECKED : UNCHECKED)]);
  }

  #readDrawing(drawing: XmlElement): void {
    if (this.#reading.fields.isSilent) return;
    const { signs, pictures } = this.#reading;
    const drawn = readDrawing(drawing);
    if (drawn.other === 'rule') this.hasRule = true;
    else if (drawn.other !== null) this.sign(signs.loss(drawn.other, 'lost', drawn.name));
    for (const { id, alt, isDecorative, width, isCropped } of drawn.pictures) {
      const relation = this.#line.relations.get(id);
      const name = pictures.keep(relation);
      if (name === null) {
        this.sign(signs.loss('picture', 'lost', fileName(relation)));
        continue;
      }
      if (isCropped) this.sign(signs.loss('picture', 'changed', fileName(relation)));
      const percent = pictures.percent(name, width, { width: this.#line.width, isOwn: this.#reading.isOwn });
      const size = percent === null ? '' : ` data-width="${percent}"`;
      const role = isDecorative && alt === '' ? ' role="presentation"' : '';
      this.hasLeaf = true;
      this.#add([
        text(signs.html(`<img src="picture:${name}" alt="${escapeXml(withoutSigns(alt))}"${role}${size}>`)),
      ]);
    }
    for (const box of drawn.boxes) {
      if (textOf(box).trim() !== '') this.sign(signs.loss('textBox', 'simplified', textOf(box)));
      this.boxes.push(box);
    }
  }
}

/** The paragraph around. */
interface Line {
  readonly relations: ReadonlyMap<string, Relation>;
  /** Of its column, in twips. */
  readonly width: number;
}

const [LINE_SEPARATOR, PARAGRAPH_SEPARATOR] = ['\u2028', '\u2029'];

const text = (characters: string): XmlElement => element('w:t', { 'xml:space': 'preserve' }, [characters]);

/** Without the looks of its characters. */
function onlyMath(node: XmlElement): XmlElement {
  const children = node.children.flatMap((child): XmlNode[] => {
    if (typeof child === 'string') return [withoutSigns(child)];
    return child.name.startsWith('m:') ? [onlyMath(child)] : [];
  });
  return { ...node, children };
}
