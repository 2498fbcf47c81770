/** The parts of a DOCX file: a zip of XML and pictures. */
import { nextTask } from '../../data/run-in-slices.ts';
import { openZipInTurns } from '../zip/open-zip.ts';
import { ZIP_FAILURES } from '../zip/zip-failure.ts';
import { findAll, named, parseXml, type XmlElement } from './read-xml.ts';

/** The root of the part with the sources of formulas. */
const SOURCES_ROOT = 'spolu:formulas';

/** Why a DOCX file is refused. `old_office` is a file of Word before 2007. */
export const DOCX_FAILURES = [...ZIP_FAILURES, 'dtd', 'not_docx', 'old_office', 'too_long'] as const;

export interface DocxFailure {
  readonly ok: false;
  readonly code: (typeof DOCX_FAILURES)[number];
  /** Name of the bad part; empty where the whole file is bad. */
  readonly part: string;
}

export interface Relation {
  /** The last word of its address, as `hyperlink`. */
  readonly type: string;
  /** A path in the file, or an address. */
  readonly target: string;
  readonly isExternal: boolean;
}
type Relations = ReadonlyMap<string, Relation>;

export interface DocxPackage {
  readonly document: XmlElement;
  /** Of the document, by id. */
  readonly relations: Relations;
  /** Null for parts that the file does not have. */
  readonly part: (type: PartType) => Part | null;
  /** All of a type, as headers. */
  readonly parts: (type: PartType) => readonly Part[];
  readonly file: (path: string) => Uint8Array | undefined;
  /** The sources of formulas, which our own files have. */
  readonly sources: () => XmlElement | null;
  /** Properties of the whole file, by the type of their relation. */
  readonly properties: (type: 'core-properties' | 'custom-properties') => XmlElement | null;
}

export interface Part {
  readonly root: XmlElement;
  readonly relations: Relations;
}

const PARTS = [
  'styles',
  'numbering',
  'footnotes',
  'endnotes',
  'header',
  'footer',
  'comments',
  'commentsExtended',
] as const;
export type PartType = (typeof PARTS)[number];

/** A text of 200 pages has about 5 MB of XML; the tree takes some thirty times as much memory. */
const MAX_XML_BYTES = 40 * 1024 * 1024;
const XML_PARTS = /^(?:\[Content_Types\]\.xml|.*\.rels|.*\.xml)$/i;
const UNUSED_PARTS = /\/(?:embeddings|fonts|theme|glossary|customXml\/_rels|activeX|charts|diagrams)\//i;

const failure = (code: DocxFailure['code'], part = ''): DocxFailure => ({ ok: false, code, part });

/** `onProgress` receives the share of the zip that is unpacked. */
export async function readPackage(
  bytes: Uint8Array,
  onProgress?: (share: number) => void,
): Promise<{ ok: true; docx: DocxPackage } | DocxFailure> {
  const old = readOldFormat(bytes);
  if (old) return failure(old);
  const zip = await openZipInTurns(bytes, {
    isWanted: (path) => !UNUSED_PARTS.test(`/${path}`),
    ...(onProgress && { onProgress }),
  });
  if (!zip.ok) return zip;
  await nextTask();
  return new PackageReader(zip.files).read();
}

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** The name of a stream of encrypted files, as OLE stores it. */
const ENCRYPTED = Array.from('EncryptedPackage').join('\0');

function readOldFormat(bytes: Uint8Array): 'old_office' | 'encrypted' | null {
  if (!OLE.every((byte, at) => bytes[at] === byte)) return null;
  return new TextDecoder('latin1').decode(bytes).includes(ENCRYPTED) ? 'encrypted' : 'old_office';
}

class PackageReader {
  readonly #files: ReadonlyMap<string, Uint8Array>;
  #xmlBytes = 0;
  #failure: DocxFailure | null = null;

  constructor(files: ReadonlyMap<string, Uint8Array>) {
    this.#files = files;
  }

  read(): { ok: true; docx: DocxPackage } | DocxFailure {
    const ofFile = this.#relations('');
    const typed = (type: string): string | undefined =>
      [...ofFile.values()].find((one) => one.type === type && this.#files.has(one.target))?.target;
    const main = typed('officeDocument') ?? 'word/document.xml';
    const document = this.#xml(main);
    if (this.#failure) return this.#failure;
    if (document?.name !== 'w:document') return failure('not_docx', document ? main : '');
    const relations = this.#relations(main);
    const parts = this.#readParts(relations);
    const properties = new Map(
      (['core-properties', 'custom-properties'] as const).map((type) => [type, this.#xml(typed(type))]),
    );
    if (this.#failure) return this.#failure;
    const docx: DocxPackage = {
      document,
      relations,
      part: (type) => parts.get(type)?.[0] ?? null,
      parts: (type) => parts.get(type) ?? [],
      file: (path) => this.#files.get(path),
      sources: () => this.#readSources(relations),
      properties: (type) => properties.get(type) ?? null,
    };
    return { ok: true, docx };
  }

  #readParts(relations: Relations): ReadonlyMap<string, readonly Part[]> {
    const parts = new Map<string, Part[]>();
    for (const { type, target } of relations.values()) {
      if (!PARTS.some((one) => one === type)) continue;
      const root = this.#xml(target);
      if (root) parts.set(type, [...(parts.get(type) ?? []), { root, relations: this.#relations(target) }]);
    }
    return parts;
  }

  /** Any program may leave XML of its own, good or bad. */
  #readSources(relations: Relations): XmlElement | null {
    for (const { type, target } of relations.values()) {
      const bytes = type === 'customXml' ? this.#files.get(target) : undefined;
      const root = bytes === undefined || bytes.length > MAX_XML_BYTES ? 'damaged' : parseXml(bytes);
      if (typeof root !== 'string' && root.name === SOURCES_ROOT) return root;
    }
    return null;
  }

  /** Null: the file has no such part, or a failure was noted. */
  #xml(path: string | undefined): XmlElement | null {
    const bytes = path === undefined ? undefined : this.#files.get(path);
    if (!bytes || path === undefined || !XML_PARTS.test(path)) return null;
    this.#xmlBytes += bytes.length;
    if (this.#xmlBytes > MAX_XML_BYTES) {
      this.#failure ??= failure('too_long', path);
      return null;
    }
    const root = parseXml(bytes);
    if (typeof root !== 'string') return root;
    this.#failure ??= failure(root, path);
    return null;
  }

  #relations(of: string): Relations {
    const folder = of.slice(0, of.lastIndexOf('/') + 1);
    const root = this.#xml(`${folder}_rels/${of.slice(folder.length)}.rels`);
    return new Map(
      root
        ? findAll(root, named('rel:Relationship')).map(({ attributes }) => {
            const isExternal = attributes['TargetMode'] === 'External';
            const target = attributes['Target'] ?? '';
            const type = (attributes['Type'] ?? '').split('/').at(-1) ?? '';
            return [
              attributes['Id'] ?? '',
              {
                type: SAME_TYPES[type] ?? type,
                isExternal,
                target: isExternal ? target : within(folder, target),
              },
            ];
          })
        : [],
    );
  }
}

/** In the strict format. */
const SAME_TYPES: Readonly<Record<string, string>> = { customProperties: 'custom-properties' };

/** A target beside the part, or from the top of the file. */
function within(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
