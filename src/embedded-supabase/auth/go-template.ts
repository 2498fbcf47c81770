/**
 * The subset of Go's templates that emails use: variables (`{{ .Token }}`, `{{ .Data.name }}`), `{{ if }}`, `{{ else if
 * }}`, `{{ else }}`, `{{ end }}`, the tests `eq`, `ne` and `not`, comments, and `{{-` with `-}}`. In HTML each value is
 * escaped for its context. Everything else is rejected when the template is read, not when an email is due.
 */
import { escaperFor, type Place, placeAfter, placeAfterValue, START } from './html-place.ts';

/** A syntax error of a template and its line. */
export class TemplateError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export type TemplateData = Readonly<Record<string, unknown>>;
export type Render = (data: TemplateData) => string;
export type TemplateFormat = 'html' | 'plain';

type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'action'; readonly text: string; readonly line: number };

/** Compiles a template whose variables are `names`. Throws `TemplateError`. */
export function compileTemplate(source: string, names: ReadonlySet<string>, format: TemplateFormat): Render {
  const reader = new Reader(tokenise(source), names, format);
  return reader.readAll();
}

function tokenise(source: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let trimsNext = false;
  const addText = (text: string, trimsEnd: boolean): void => {
    const open = text.indexOf('{{');
    if (open >= 0) throw new TemplateError(lineAt(source, end + open), '"{{" is not closed');
    const begun = trimsNext ? text.trimStart() : text;
    tokens.push({ kind: 'text', text: trimsEnd ? begun.trimEnd() : begun });
  };
  for (const found of source.matchAll(/\{\{(-(?=\s))?((?:"(?:[^"\\\n]|\\.)*"|[^{}"])*?)((?<=\s)-)?\}\}/g)) {
    addText(source.slice(end, found.index), found[1] !== undefined);
    tokens.push({ kind: 'action', text: (found[2] ?? '').trim(), line: lineAt(source, found.index) });
    trimsNext = found[3] !== undefined;
    end = found.index + found[0].length;
  }
  addText(source.slice(end), false);
  return tokens;
}

const lineAt = (source: string, index: number): number => source.slice(0, index).split('\n').length;

/** The token that ended a block: `else`, `else if`, `end`, or the end of the text. */
interface End {
  readonly text: string;
  readonly line: number;
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #names: ReadonlySet<string>;
  readonly #isHtml: boolean;
  #next = 0;
  #place: Place = START;

  constructor(tokens: readonly Token[], names: ReadonlySet<string>, format: TemplateFormat) {
    this.#tokens = tokens;
    this.#names = names;
    this.#isHtml = format === 'html';
  }

  readAll(): Render {
    const { render, end } = this.#readBlock();
    if (end !== null) throw new TemplateError(end.line, `{{ ${end.text} }} without {{ if }}`);
    return render;
  }

  #readBlock(): { readonly render: Render; readonly end: End | null } {
    const parts: Render[] = [];
    const render: Render = (data) => parts.map((part) => part(data)).join('');
    for (let token = this.#take(); token !== undefined; token = this.#take()) {
      const { text } = token;
      if (token.kind === 'text') {
        if (this.#isHtml) this.#place = placeAfter(this.#place, text);
        parts.push(() => text);
      } else if (/^(else|end)\b/.test(text)) return { render, end: token };
      else if (/^if\s/.test(text)) parts.push(this.#readIf(text.slice(2), token.line));
      else if (!/^\/\*[^]*\*\/$/.test(text)) parts.push(this.#readValue(text, token.line));
    }
    return { render, end: null };
  }

  #take(): Token | undefined {
    const token = this.#tokens[this.#next];
    this.#next += 1;
    return token;
  }

  #readIf(condition: string, line: number): Render {
    const holds = this.#readTest(condition, line);
    const before = this.#place;
    const { render: then, end } = this.#readBlock();
    const after = this.#place;
    this.#place = before;
    const otherwise = this.#readElse(end, line);
    if (JSON.stringify(after) !== JSON.stringify(this.#place)) {
      throw new TemplateError(line, 'the branches of {{ if }} end in different places of the HTML');
    }
    return (data) => (holds(data) ? then(data) : otherwise(data));
  }

  #readElse(end: End | null, line: number): Render {
    if (end === null) throw new TemplateError(line, '{{ if }} without {{ end }}');
    if (end.text === 'end') return () => '';
    const condition = /^else\s+if\s(.*)$/s.exec(end.text)?.[1];
    if (condition !== undefined) return this.#readIf(condition, end.line);
    if (end.text !== 'else') throw unknown(end.text, end.line);
    const last = this.#readBlock();
    if (last.end?.text !== 'end') throw new TemplateError(line, '{{ else }} without {{ end }}');
    return last.render;
  }

  #readTest(text: string, line: number): (data: TemplateData) => boolean {
    const words = text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? [];
    const [first = '', ...more] = words;
    if (!['eq', 'ne', 'not'].includes(first)) {
      if (more.length > 0 || first === '') throw unknown(`if ${text.trim()}`, line);
      const operand = this.#readOperand(first, line);
      return (data) => isTrue(operand(data));
    }
    const [left, ...right] = more.map((word) => this.#readOperand(word, line));
    const isWhole =
      first === 'not' ? right.length === 0 : right.length === 1 || (first === 'eq' && right.length > 1);
    if (left === undefined || !isWhole) throw unknown(`if ${text.trim()}`, line);
    if (first === 'not') return (data) => !isTrue(left(data));
    const isOneOf = (data: TemplateData): boolean => right.some((operand) => operand(data) === left(data));
    return first === 'eq' ? isOneOf : (data) => !isOneOf(data);
  }

  #readValue(text: string, line: number): Render {
    const operand = this.#readOperand(text, line);
    const escape = this.#isHtml ? escaperFor(this.#place) : (value: string) => value;
    if (escape === null) throw new TemplateError(line, `{{ ${text} }} stands where no value is safe in HTML`);
    this.#place = placeAfterValue(this.#place);
    return (data) => escape(toText(operand(data)));
  }

  #readOperand(word: string, line: number): (data: TemplateData) => unknown {
    if (/^".*"$/s.test(word)) {
      const literal: unknown = JSON.parse(word);
      return () => literal;
    }
    if (!/^(\.[A-Za-z_]\w*)+$/.test(word)) throw unknown(word, line);
    const [name = '', ...path] = word.slice(1).split('.');
    if (!this.#names.has(name)) throw new TemplateError(line, `there is no variable .${name}`);
    return (data) => path.reduce(readField, data[name]);
  }
}

const unknown = (text: string, line: number): TemplateError =>
  new TemplateError(line, `{{ ${text} }} is not understood`);

function readField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

const isTrue = (value: unknown): boolean => ![undefined, null, '', 0, false].includes(value as never);

/** Composite values, such as `.Data` as a whole, render as an empty string. */
const toText = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
