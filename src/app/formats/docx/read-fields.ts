/** Fields of a text, which may begin in one paragraph and end in another. */
import { childOf, valueOf, type XmlElement } from './read-xml.ts';

type FieldKind = 'link' | 'contents' | 'checkbox' | 'other';

interface Field {
  instruction: string;
  readonly box: XmlElement | undefined;
  /** Null until its result begins. */
  kind: FieldKind | null;
  link: FieldLink | null;
}

export interface FieldLink {
  /** Empty for a place in this text. */
  readonly address: string;
}

export interface ReadField {
  readonly kind: FieldKind;
  readonly instruction: string;
  readonly isChecked: boolean;
}

export class Fields {
  readonly #open: Field[] = [];

  begin(fieldCharacter: XmlElement | null): void {
    const box = childOf(fieldCharacter ?? undefined, 'w:ffData', 'w:checkBox');
    this.#open.push({ instruction: '', box, kind: null, link: null });
  }

  instruct(text: string): void {
    const field = this.#open.at(-1);
    if (field) field.instruction += text;
  }

  /** The field whose result begins. */
  separate(): ReadField | null {
    const field = this.#open.at(-1);
    if (!field || field.kind !== null) return null;
    field.kind = kindOf(field.instruction);
    if (field.kind === 'link') field.link = readLink(field.instruction);
    const checked = valueOf(field.box, 'w:checked') ?? (childOf(field.box, 'w:checked') ? '1' : undefined);
    const value = checked ?? valueOf(field.box, 'w:default') ?? '0';
    return {
      kind: field.kind,
      instruction: field.instruction.trim(),
      isChecked: !/^(?:0|false|off)$/.test(value),
    };
  }

  /** The field, if it had no result. */
  end(): ReadField | null {
    const read = this.separate();
    this.#open.pop();
    return read;
  }

  /** Whether text is an instruction, or of a table of contents. */
  get isSilent(): boolean {
    return this.#open.some(({ kind }) => kind === null || kind === 'contents' || kind === 'checkbox');
  }

  get link(): FieldLink | null {
    return this.#open.findLast(({ link }) => link !== null)?.link ?? null;
  }
}

function kindOf(instruction: string): FieldKind {
  const name = /^\s*(\w+)/.exec(instruction)?.[1]?.toUpperCase();
  if (name === 'HYPERLINK') return 'link';
  if (name === 'TOC') return 'contents';
  return name === 'FORMCHECKBOX' ? 'checkbox' : 'other';
}

/** As `HYPERLINK "https://example.org" \l "place"`. */
function readLink(instruction: string): FieldLink {
  const rest = instruction.replace(/^\s*HYPERLINK\s*/i, '');
  const place = /\\l\s+"?([^"\s]+)"?/i.exec(rest)?.[1];
  const [, quoted, plain] = /^(?:"([^"]*)"|([^\s\\"]+))/.exec(rest) ?? [];
  const address = quoted ?? plain ?? '';
  return { address: address !== '' && place !== undefined ? `${address}#${place}` : address };
}
