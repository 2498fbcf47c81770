/**
 * Checks that each walk of `docs/walks.md` still leads through the code. A step is
 * `N. [file.ts](../path/file.ts): \`name\` …`: the file exists, declares the name, and is reached from the step before.
 *
 * A step is reached when the function before, or one of its own file that it uses, calls the name. Otherwise the step says
 * how it is reached:
 *
 * - from `name`: by an earlier step, not by the one before
 * - by the event, timer or effect `name`: the tables of the provider dispatch it to this function
 * - by the prop, lane, message … `name`: both sides use the name
 * - by `send`, as `receive`: the two sides have these names, often because a library lies between them
 *
 * A step in a file that its walk has visited before says "again".
 */
import { basename, dirname, join, normalize } from 'node:path';

/** Returns the text of a file below the root of the project; null when there is none. */
export type ReadFile = (path: string) => string | null;

export interface Step {
  readonly walk: string;
  readonly number: number;
  readonly path: string;
  /** Of the function that the walk goes through. */
  readonly name: string;
  readonly from: string | null;
  readonly by: string | null;
  /** `event`, `effect`, or any other word before the name. */
  readonly kind: string | null;
  readonly as: string | null;
  readonly isAgain: boolean;
  /** All other words in code type: they occur in the file. */
  readonly mentioned: readonly string[];
}

const LINK = /^(\d+)\. \[[^\]]+\]\(([^)]+)\): (.*)$/;

/** The steps of each walk. Throws for a numbered line that is not a step. */
export function readWalks(markdown: string, path: string): ReadonlyMap<string, readonly Step[]> {
  const walks = new Map<string, Step[]>();
  let steps: Step[] = [];
  let walk = '';
  for (const line of markdown.replaceAll(/\n {2,}/g, ' ').split('\n')) {
    if (line.startsWith('## ')) {
      walk = line.slice(3);
      walks.set(walk, (steps = []));
    } else if (/^\d+\./.test(line)) steps.push(readStep(line, walk, dirname(path)));
  }
  return walks;
}

function readStep(line: string, walk: string, folder: string): Step {
  const [, number, target, text = ''] = LINK.exec(line) ?? [];
  const name = /^`([^`]+)`/.exec(text)?.[1];
  if (target === undefined || name === undefined) throw new Error(`${walk}: not a step: ${line}`);
  const from = /\bfrom `([^`]+)`/.exec(text)?.[1] ?? null;
  const [, kind = null, by = null] = /\bby (?:the ([\w ]+) )?`([^`]+)`/.exec(text) ?? [];
  const as = /, as `([^`]+)`/.exec(text)?.[1] ?? null;
  const words = [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
  return {
    walk,
    number: Number(number),
    path: normalize(join(folder, target)),
    name,
    from,
    by,
    kind,
    as,
    isAgain: /, again\b/.test(text),
    mentioned: words.filter(
      (word) => word !== name && word !== from && (word !== by || (as === null && !isDispatched(kind))),
    ),
  };
}

const CORE = 'src/yjs-supabase/src';
/** Where the provider's events and effects are dispatched. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  event: [`${CORE}/core/core.ts`],
  timer: [`${CORE}/core/core.ts`],
  effect: [`${CORE}/provider/provider.ts`, `${CORE}/provider/carry-out-requests.ts`],
};

const isDispatched = (kind: string | null): boolean => kind !== null && kind in TABLES;

/** One line for each fault of a walk; empty when it leads through the code. */
export function checkWalk(steps: readonly Step[], readFile: ReadFile): readonly string[] {
  return steps.flatMap((step, at) => {
    const fault = (text: string): string => `${step.walk}, ${step.number}: ${text}`;
    const file = open(readFile, step.path);
    if (file === null) return [fault(`${step.path} does not exist`)];
    const wasBefore = steps.slice(0, at).some(({ path }) => path === step.path);
    const missing = step.mentioned.filter((word) => !hasWord(`${file.code}\n${step.path}`, word));
    return [
      step.number === at + 1 ? [] : [`has another number than ${at + 1}`],
      wasBefore === step.isAgain
        ? []
        : [wasBefore ? `returns to ${step.path}` : `${step.path} was not visited`],
      file.bodies.has(step.name) ? [] : [`${step.path} does not declare ${step.name}`],
      missing.map((word) => `${step.path} does not have ${word}`),
      at === 0 ? [] : checkArrival(step, steps.slice(0, at), readFile),
    ]
      .flat()
      .map(fault);
  });
}

function checkArrival(step: Step, before: readonly Step[], readFile: ReadFile): readonly string[] {
  const { name, from, by, kind, as, path } = step;
  const last = from === null ? before.at(-1) : before.findLast((one) => one.name === from);
  if (!last) return [`no earlier step is ${from}`];
  const file = open(readFile, last.path);
  if (file === null) return [];
  const reached = reach(file, last.name);
  if (by !== null) {
    if (!hasWord(reached, by)) return [`${last.name} of ${last.path} does not use ${by}`];
    const tables = TABLES[kind ?? ''];
    const isTaken = !tables || tables.some((table) => dispatches(open(readFile, table), by, name));
    return isTaken ? [] : [`the ${kind} ${by} is not dispatched to ${name}`];
  }
  if (as !== null) return ['"as" without "by"'];
  return calls(file, reached, name, path) ? [] : [`${last.name} of ${last.path} does not call ${name}`];
}

function dispatches(table: SourceFile | null, by: string, name: string): boolean {
  const start = `case '${by}':`;
  const clauses = table?.code.split(/^(?=\s+case )/m) ?? [];
  const isCalled = clauses.some((clause) => clause.trimStart().startsWith(start) && hasWord(clause, name));
  return isCalled || table?.bodies.get(name)?.includes(start) === true;
}

interface SourceFile {
  /** Without comments. */
  readonly code: string;
  /** The text of each function, class and constant, by its name. */
  readonly bodies: ReadonlyMap<string, string>;
  /** Answers of `reach`. */
  readonly reached: Map<string, string>;
}

/** By its text: most files are read many times. */
const opened = new Map<string, SourceFile>();

function open(readFile: ReadFile, path: string): SourceFile | null {
  const text = readFile(path);
  if (text === null) return null;
  const known = opened.get(text);
  if (known) return known;
  const isSql = path.endsWith('.sql');
  const code = isSql ? text.replaceAll(/--.*/g, '') : uncommented(text);
  const file = {
    code,
    bodies: isSql ? bodiesOfSql(code) : bodiesOf(code),
    reached: new Map<string, string>(),
  };
  opened.set(text, file);
  return file;
}

const uncommented = (text: string): string =>
  text.replaceAll(/(^|\s)\/\*[^]*?\*\//g, '$1').replaceAll(/(^|\s)\/\/.*/g, '$1');

const DECLARATIONS = [
  /^\s*(?:export )?(?:async )?(?:function\*?|class|const|let) ([\w$]+)/,
  // A method, a field, and a property whose value is a function.
  /^\s+(?:(?:readonly|static|override|async|get|set|private) )*(#?[\w$]+)(?:<.*>)?\((?:[^]*\)(?:: .+)? \{)?$/,
  /^\s+(?:readonly )?(#?[\w$]+)(?:: .+)? = /,
  /^\s+(#?[\w$]+): (?:async )?(?:\(|\w+ =>|<)/,
];
const STATEMENT = /^\s*(?:if|for|while|switch|return|catch|await|else|new|throw)\b/;

/** A call over several lines looks like a method until its end. */
const isCall = ([first = '', ...others]: readonly string[]): boolean =>
  /^\s*#?[\w$.]+\($/.test(first) &&
  others.find((line) => indentOf(line) === indentOf(first))?.endsWith('{') !== true;

/** By indentation: a declaration ends before the next line that is indented as it is and closes nothing. */
function bodiesOf(code: string): ReadonlyMap<string, string> {
  const lines = code.split('\n');
  const bodies = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const name = STATEMENT.test(line)
      ? undefined
      : DECLARATIONS.map((pattern) => pattern.exec(line)?.[1]).find(Boolean);
    if (name === undefined) continue;
    const depth = indentOf(line);
    let end = at + 1;
    while (end < lines.length && !isNext(lines[end]!, depth)) end += 1;
    const body = lines.slice(at, end);
    if (!isCall(body)) bodies.set(name, `${bodies.get(name) ?? ''}\n${body.join('\n')}`);
  }
  return bodies;
}

const indentOf = (line: string): number => line.search(/\S|$/);

const isNext = (line: string, depth: number): boolean =>
  line.trim() !== '' && indentOf(line) <= depth && !(indentOf(line) === depth && /^\s*[)}\]>|&]/.test(line));

function bodiesOfSql(code: string): ReadonlyMap<string, string> {
  const bodies = new Map<string, string>();
  for (const statement of code.split(/^(?=create )/m)) {
    const name = /^create (?:or replace )?(?:function|trigger|policy) (?:\w+\.)?(\w+)/.exec(statement)?.[1];
    if (name !== undefined) bodies.set(name, `${bodies.get(name) ?? ''}\n${statement}`);
  }
  return bodies;
}

/** The body of a function, and those of its file that it uses. */
function reach({ bodies, reached }: SourceFile, name: string): string {
  const known = reached.get(name);
  if (known !== undefined) return known;
  const names = new Set([name]);
  for (const one of names)
    for (const word of new Set(bodies.get(one)?.match(/#?[\w$]+/g))) if (bodies.has(word)) names.add(word);
  const text = [...names].map((one) => bodies.get(one) ?? '').join('\n');
  reached.set(name, text);
  return text;
}

/** By a name that the file imports from there, or by a method of a port; a text may name a function of the database. */
function calls({ code }: SourceFile, reached: string, name: string, target: string): boolean {
  if (target.endsWith('.sql')) return hasWord(reached, name);
  const bare = reached.replaceAll(/'[^'\n]*'/g, "''");
  const imports = [...code.matchAll(/^import ([^;]*) from '([^']+)';/gm)];
  const [, , from] = imports.find(([, names]) => hasWord(names!, name)) ?? [];
  if (from === undefined) return new RegExp(`\\.${escaped(name)}(?:<.*>)?\\(`).test(bare);
  return hasWord(bare, name) && (from.startsWith('#yjs-supabase') || basename(from) === basename(target));
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Not a regular expression, which takes ten times as long here. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[\w$#]/.test(text[at - 1] ?? ' ') && !/[\w$]/.test(text[at + word.length] ?? ' ')) return true;
  return false;
}
