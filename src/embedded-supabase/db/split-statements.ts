/**
 * Splits SQL into statements, as the Supabase CLI does to record them: at semicolons outside of strings, quoted names,
 * dollar quotes, comments, parentheses and `begin atomic … end` bodies. Pure. Comments stay with the statement that
 * they precede; trailing comments are no statement.
 */
export interface Statement {
  readonly text: string;
  /** Offset in the file, in UTF-16 units. */
  readonly start: number;
}

export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  let depth = 0;
  let isEmpty = true;
  let words: string[] = [];
  const finish = (end: number) => {
    const text = sql.slice(start, end);
    const lead = text.length - text.trimStart().length;
    if (!isEmpty) statements.push({ text: text.trim(), start: start + lead });
    start = end + 1;
    depth = 0;
    isEmpty = true;
    words = [];
  };
  for (const { kind, at, text } of tokenize(sql)) {
    if (kind === 'space') continue;
    if (text === ';' && depth === 0) {
      finish(at);
      continue;
    }
    isEmpty = false;
    if (text === '(') depth += 1;
    else if (text === ')') depth = Math.max(0, depth - 1);
    else if (kind === 'word') depth = depthAfter(text.toLowerCase(), words, depth);
    if (kind === 'word') words = [...words.slice(-1), text.toLowerCase()];
  }
  finish(sql.length);
  return statements;
}

/** `begin atomic` opens a body; inside one, `case` opens and `end` closes. */
function depthAfter(word: string, before: readonly string[], depth: number): number {
  if (word === 'atomic' && before.at(-1) === 'begin') return depth + 1000;
  if (depth < 1000) return depth;
  if (word === 'case') return depth + 1;
  if (word === 'end') return depth % 1000 === 0 ? depth - 1000 : depth - 1;
  return depth;
}

interface Token {
  readonly kind: 'space' | 'word' | 'other';
  readonly at: number;
  readonly text: string;
}

const SPACE = /\s+|--[^\n]*/y;
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;

function* tokenize(sql: string): Generator<Token> {
  let at = 0;
  while (at < sql.length) {
    const token = readToken(sql, at);
    yield token;
    at += token.text.length;
  }
}

function readToken(sql: string, at: number): Token {
  const token = (kind: Token['kind'], end: number): Token => ({ kind, at, text: sql.slice(at, end) });
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(sql)?.[0];
  };
  const space = match(SPACE);
  if (space !== undefined) return token('space', at + space.length);
  if (sql.startsWith('/*', at)) return token('space', endOfComment(sql, at));
  if (/^e'/i.test(sql.slice(at, at + 2))) return token('other', endOfQuote(sql, at + 1, true));
  const first = sql[at];
  if (first === "'" || first === '"') return token('other', endOfQuote(sql, at, false));
  const word = match(WORD);
  if (word !== undefined) return token('word', at + word.length);
  const dollar = match(DOLLAR);
  if (dollar === undefined) return token('other', at + 1);
  const close = sql.indexOf(dollar, at + dollar.length);
  return token('other', close < 0 ? sql.length : close + dollar.length);
}

function endOfQuote(sql: string, open: number, escapes: boolean): number {
  const quote = sql[open];
  for (let at = open + 1; at < sql.length; at++) {
    if (escapes && sql[at] === '\\') at += 1;
    else if (sql[at] === quote && sql[at + 1] === quote) at += 1;
    else if (sql[at] === quote) return at + 1;
  }
  return sql.length;
}

/** Block comments nest in PostgreSQL. */
function endOfComment(sql: string, open: number): number {
  let depth = 0;
  for (let at = open; at < sql.length; at++) {
    const two = sql.slice(at, at + 2);
    if (two === '/*') depth += 1;
    else if (two === '*/') depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return sql.length;
}
