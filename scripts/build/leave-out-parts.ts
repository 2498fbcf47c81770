import type { Plugin } from 'vite';
import { UNUSED_PARTS, type UnusedParts } from './unused-parts.ts';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const THROWS = '{ throw new Error("This part is left out of the build"); }';

/** Removes the parts that `unused-parts.ts` lists. Bundlers do not remove unused methods of a used class. */
export const leaveOutParts = (list: readonly UnusedParts[] = UNUSED_PARTS): Plugin => ({
  name: 'leave-out-parts',
  apply: 'build',
  transform(code, id) {
    const unused = list.find(({ module }) => module.test(id));
    if (!unused) return null;
    const { left, missing } = withoutUnused(code, this.parse(code), unused);
    if (missing.length > 0) this.error(`${id} has no ${missing.join(', ')} any more`);
    return { code: left, map: null };
  },
});

/**
 * The remaining code of a module, and the listed names that it lacks. If it has none of the names, it is another file of
 * the same package, and `missing` is empty.
 */
export function withoutUnused(code: string, program: unknown, unused: UnusedParts) {
  if (!isNode(program)) throw new Error('a module is parsed into a syntax tree');
  const { edits, found } = findUnused(program, unused);
  const listed = [...(unused.uncalled ?? []), ...(unused.idle ?? [])];
  const missing = found.size === 0 ? [] : listed.filter((name) => !found.has(name));
  return { left: apply(code, edits), missing };
}

function findUnused(program: SyntaxNode, unused: UnusedParts) {
  const edits: Edit[] = [];
  const found = new Set<string>();
  const replace = ({ start, end }: SyntaxNode, text: string): void => void edits.push({ start, end, text });

  const visit = (node: SyntaxNode, owner: string): void => {
    const { name, body } = readNamed(node);
    const names = [`${owner}.${name}`, name];
    const uncalled = names.find((one) => unused.uncalled?.includes(one));
    const listed = uncalled ?? names.find((one) => unused.idle?.includes(one));
    if (body && listed !== undefined) {
      found.add(listed);
      const text = uncalled === undefined ? '{}' : THROWS;
      return replace(body, body.type === 'ClassBody' ? `{ constructor() ${text} }` : text);
    }
    if (node.type === 'Property' && unused.unread?.includes(name)) return replace(node, '...null');
    for (const child of childrenOf(node)) visit(child, ownerIn(node) ?? owner);
  };

  visit(program, '');
  edits.push(...pureCalls(program, unused.makers));
  return { edits, found };
}

/** The name and the body of a function, a method or a class. */
function readNamed(node: SyntaxNode): { readonly name: string; readonly body: SyntaxNode | null } {
  const name = nameOf(node['key']) ?? nameOf(node['id']) ?? '';
  const value = [node['value'], node['init'], node].find(isNode);
  const body = value?.['body'];
  return {
    name,
    body: isNode(body) && /^(?:BlockStatement|FunctionBody|ClassBody)$/.test(body.type) ? body : null,
  };
}

/** The name of a class or an object, which prefixes the names of its methods. */
function ownerIn(node: SyntaxNode): string | null {
  return /^(?:VariableDeclarator|ClassDeclaration|ClassExpression)$/.test(node.type)
    ? nameOf(node['id'])
    : null;
}

/** Marks matching calls at the top level of a module as free of side effects. */
function pureCalls(program: SyntaxNode, makers: RegExp | undefined): Edit[] {
  if (!makers) return [];
  return childrenOf(program)
    .flatMap((statement) => (isNode(statement['declaration']) ? [statement['declaration']] : [statement]))
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(childrenOf)
    .flatMap(({ init }) => (isNode(init) && makers.test(calleeOf(init)) ? [init] : []))
    .map(({ start }) => ({ start, end: start, text: '/* @__PURE__ */ ' }));
}

/** `object.method` of a call. */
function calleeOf({ callee }: SyntaxNode): string {
  return isNode(callee) ? `${nameOf(callee['object']) ?? ''}.${nameOf(callee['property']) ?? ''}` : '';
}

const nameOf = (node: unknown): string | null =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : null;

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function apply(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code);
}
