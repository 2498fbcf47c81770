/** Real numbering: each list of the text is a list of Word, so that its numbers begin where they should. */
import { LevelFormat, LevelSuffix, type ILevelsOptions, type INumberingOptions } from 'docx';

export const LIST_INDENT = 360;
/** Word has nine levels. */
const LEVELS = Array.from({ length: 9 }, (_, level) => level);
export const MAX_LEVEL = LEVELS.length - 1;

const BULLETS = ['•', '◦', '▪'];
const FORMATS = {
  '1': LevelFormat.DECIMAL,
  a: LevelFormat.LOWER_LETTER,
  A: LevelFormat.UPPER_LETTER,
  i: LevelFormat.LOWER_ROMAN,
  I: LevelFormat.UPPER_ROMAN,
} as const;
export type NumberType = keyof typeof FORMATS;
export const isNumberType = (type: unknown): type is NumberType =>
  typeof type === 'string' && Object.hasOwn(FORMATS, type);

export type ListKind =
  | 'bullet'
  | 'task'
  | { readonly type: NumberType; readonly isSet: boolean; readonly start: number };

/** The list of a paragraph in the file. */
export interface ListPlace {
  readonly kind: ListKind;
  readonly reference: string;
  readonly instance: number;
  readonly level: number;
}

export interface Lists {
  readonly open: (kind: ListKind, level: number) => ListPlace;
  /** The definitions of all lists opened so far. */
  readonly define: () => INumberingOptions;
}

export function openLists(): Lists {
  const levels = new Map<string, readonly ILevelsOptions[]>();
  let instances = 0;
  return {
    open(kind, level) {
      // A list with numbers of its own on each level: a restart of an inner list must not restart the outer.
      const reference = typeof kind === 'string' ? kind : `${kind.type}.${kind.start}.${kind.isSet}.${level}`;
      if (!levels.has(reference))
        levels.set(
          reference,
          LEVELS.map((one) => defineLevel(kind, one)),
        );
      instances += 1;
      return { kind, reference, instance: instances, level };
    },
    define: () => ({ config: [...levels].map(([reference, own]) => ({ reference, levels: own })) }),
  };
}

function defineLevel(kind: ListKind, level: number): ILevelsOptions {
  const style = {
    paragraph: { indent: { left: LIST_INDENT * (level + 1), hanging: LIST_INDENT } },
  };
  if (kind === 'bullet')
    return { level, format: LevelFormat.BULLET, text: BULLETS[level % BULLETS.length]!, style };
  // The box of a task stands in its text.
  if (kind === 'task')
    return { level, format: LevelFormat.BULLET, text: '', suffix: LevelSuffix.NOTHING, style };
  return {
    level,
    format: FORMATS[kind.type],
    text: `%${level + 1}.`,
    start: kind.start,
    // The usual one, by which a reader knows a format that was chosen.
    ...(kind.isSet ? { suffix: LevelSuffix.TAB } : {}),
    style,
  };
}
