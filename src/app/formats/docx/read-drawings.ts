/** Pictures, text boxes and other drawings in a run. */
import { childOf, element, elementsOf, findAll, named, type XmlElement } from './read-xml.ts';

export interface Drawn {
  readonly pictures: readonly DrawnPicture[];
  /** Their content stands in the text behind the paragraph. */
  readonly boxes: readonly XmlElement[];
  readonly other: 'chart' | 'object' | 'shape' | 'rule' | null;
  readonly name: string;
}

interface DrawnPicture {
  /** Of the relation. */
  readonly id: string;
  readonly alt: string;
  /** Without a meaning that words could say. */
  readonly isDecorative: boolean;
  /** In EMU; null where it is not said. */
  readonly width: number | null;
  readonly isCropped: boolean;
}

const KNOWN = named('pic:pic', 'w:txbxContent', 'c:chart', 'dgm:relIds');

/** Newer content has a fallback for older programs: the first that this reader knows is taken. */
export function chooseAlternative(alternative: XmlElement): XmlElement {
  const choices = elementsOf(alternative);
  const known = choices.find((choice) => choice.name === 'mc:Choice' && findAll(choice, KNOWN).length > 0);
  return known ?? childOf(alternative, 'mc:Fallback') ?? choices[0] ?? element('mc:Fallback');
}

export function readDrawing(drawing: XmlElement): Drawn {
  const found: Found = { pictures: [], boxes: [], kinds: new Set() };
  const holder = childOf(drawing, 'wp:inline') ?? childOf(drawing, 'wp:anchor');
  const about = childOf(holder, 'wp:docPr')?.attributes ?? {};
  const extent = Number(childOf(holder, 'wp:extent')?.attributes['cx'] ?? Number.NaN);
  collect(drawing, found, {
    alt: (about['descr'] ?? '').trim() === '' ? (about['title'] ?? '') : (about['descr'] ?? ''),
    isDecorative: findAll(drawing, named('adec:decorative')).some(
      ({ attributes }) => attributes['val'] !== '0',
    ),
    width: Number.isFinite(extent) && extent > 0 ? extent : null,
  });
  const isEmpty = found.pictures.length === 0 && found.boxes.length === 0;
  const other = (['chart', 'object', 'rule'] as const).find((kind) => found.kinds.has(kind));
  return {
    pictures: found.pictures,
    boxes: found.boxes,
    other: other ?? (isEmpty ? 'shape' : null),
    name: about['name'] ?? '',
  };
}

interface Found {
  readonly pictures: DrawnPicture[];
  readonly boxes: XmlElement[];
  readonly kinds: Set<'chart' | 'object' | 'rule'>;
}

type About = Pick<DrawnPicture, 'alt' | 'isDecorative' | 'width'>;

function collect(parent: XmlElement, found: Found, about: About): void {
  for (const child of elementsOf(parent)) {
    const { name, attributes } = child;
    if (name === 'w:txbxContent') {
      found.boxes.push(child);
      continue;
    }
    if (name === 'mc:AlternateContent') {
      collect(chooseAlternative(child), found, about);
      continue;
    }
    if (name === 'pic:pic') found.pictures.push(readPicture(child, about));
    if (name === 'v:imagedata') found.pictures.push(readOldPicture(child));
    if (name === 'c:chart' || name === 'dgm:relIds') found.kinds.add('chart');
    if (name === 'o:OLEObject') found.kinds.add('object');
    if (attributes['o:hr'] === 't' || attributes['o:hr'] === 'true') found.kinds.add('rule');
    collect(child, found, about);
  }
}

function readPicture(picture: XmlElement, about: About): DrawnPicture {
  const fill = childOf(picture, 'pic:blipFill');
  const blip = childOf(fill, 'a:blip')?.attributes ?? {};
  const own = childOf(picture, 'pic:nvPicPr', 'pic:cNvPr')?.attributes['descr'] ?? '';
  const crop = Object.values(childOf(fill, 'a:srcRect')?.attributes ?? {});
  return {
    ...about,
    alt: about.alt || own,
    id: blip['r:embed'] ?? blip['r:link'] ?? '',
    isCropped: crop.some((side) => Number.parseInt(side, 10) !== 0),
  };
}

const readOldPicture = ({ attributes }: XmlElement): DrawnPicture => ({
  id: attributes['r:id'] ?? '',
  alt: attributes['o:title'] ?? '',
  isDecorative: false,
  width: null,
  isCropped: ['croptop', 'cropbottom', 'cropleft', 'cropright'].some((side) => side in attributes),
});
