/**
 * A text that changes is the only child of its element. React then sets the element's content as a whole, whatever a page
 * translator or an extension has done to it. A text next to other children is a separate node. Once that node is replaced,
 * React cannot remove it or insert before it, and updates to it are invisible. See docs/decisions/0019.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';

const APP = resolve(import.meta.dirname, '../../../../src/app');
/** Props and calls whose value is never a text; their content is checked where it is rendered. */
const PARTS =
  /^(children|icon|mark|more|share|ask|signIn|shown|trigger|row|sample|starts|drawn|caption|action|shape|comment|timeStamp|cloneElement|renderTrigger|renderVersions|resolveValue|draw|map|flatMap)$/;

interface Part {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const fieldsOf = (part: Part): Part[] => Object.values(part).flat().filter(isPart);
const partOf = (part: Part, field: string): Part => part[field] as Part;

/** The last name of a callee or an expression: `t`, `children`, `map`. */
function nameOf(part: Part): string {
  if (part.type === 'CallExpression') return nameOf(partOf(part, 'callee'));
  if (part.type === 'MemberExpression') return nameOf(partOf(part, 'property'));
  return String(part['name'] ?? '');
}

/** Whether an expression can evaluate to a text. */
function mayBeText(part: Part): boolean {
  switch (part.type) {
    case 'JSXElement':
    case 'JSXFragment':
    case 'JSXEmptyExpression':
      return false;
    case 'Literal':
      return part['value'] !== null && typeof part['value'] !== 'boolean';
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return mayBeText(partOf(part, 'expression'));
    case 'LogicalExpression':
      // The left side of && is rendered only if it is falsy.
      return (
        mayBeText(partOf(part, 'right')) || (part['operator'] !== '&&' && mayBeText(partOf(part, 'left')))
      );
    case 'ConditionalExpression':
      return mayBeText(partOf(part, 'consequent')) || mayBeText(partOf(part, 'alternate'));
    case 'Identifier':
    case 'MemberExpression':
    case 'CallExpression':
      return !PARTS.test(nameOf(part));
    default:
      return true;
  }
}

function isTextChild(child: Part): boolean {
  if (child.type === 'JSXText') return true;
  return child.type === 'JSXExpressionContainer' && mayBeText(partOf(child, 'expression'));
}

const FUNCTIONS = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** A text returned by a component is a separate node wherever the component is used. */
function returnedTexts(component: Part): Part[] {
  const body = partOf(component, 'body');
  if (body.type !== 'BlockStatement') return isSaid(body) ? [body] : [];
  const visit = (part: Part): Part[] => {
    if (FUNCTIONS.test(part.type)) return [];
    const answer = part.type === 'ReturnStatement' ? part['argument'] : null;
    return isPart(answer) && isSaid(answer) ? [answer] : fieldsOf(part).flatMap(visit);
  };
  return visit(body);
}

/** Whether it is certainly a text, at least in one branch. */
function isSaid(part: Part): boolean {
  if (part.type === 'ConditionalExpression')
    return isSaid(partOf(part, 'consequent')) || isSaid(partOf(part, 'alternate'));
  if (part.type === 'CallExpression') return nameOf(part) === 't';
  return part.type === 'TemplateLiteral' || (part.type === 'Literal' && typeof part['value'] === 'string');
}

/** Functions with the name of a component. */
function componentOf(part: Part): Part | null {
  if (part.type === 'FunctionDeclaration') return /^[A-Z]/.test(nameOf(partOf(part, 'id'))) ? part : null;
  if (part.type !== 'VariableDeclarator' || !/^[A-Z]/.test(nameOf(partOf(part, 'id')))) return null;
  const value = part['init'];
  return isPart(value) && FUNCTIONS.test(value.type) ? value : null;
}

/** Children that JSX drops: line breaks with surrounding spaces, and comments. */
function isNothing(child: Part): boolean {
  if (child.type === 'JSXText')
    return /^\s*$/.test(String(child['value'])) && /\n/.test(String(child['value']));
  return child.type === 'JSXExpressionContainer' && partOf(child, 'expression').type === 'JSXEmptyExpression';
}

function bareTexts(code: string, file: string): string[] {
  const found: string[] = [];
  const report = ({ start, end }: Part): void => {
    found.push(`${file}:${code.slice(0, start).split('\n').length}: ${code.slice(start, end).trim()}`);
  };
  const visit = (part: Part): void => {
    const component = componentOf(part);
    if (component) returnedTexts(component).forEach(report);
    if (part.type === 'JSXElement' || part.type === 'JSXFragment') {
      const children = (part['children'] as Part[]).filter((child) => !isNothing(child));
      const isAlone = children.length === 1 && part.type === 'JSXElement';
      if (!isAlone) children.filter(isTextChild).forEach(report);
    }
    fieldsOf(part).forEach(visit);
  };
  visit(parseSync(file, code).program as unknown as Part);
  return found;
}

test.each([
  '<p><Icon /> Hello</p>',
  '<p><Icon />{name}</p>',
  '<Button><Icon />{t("save")}</Button>',
  '<p>{count} {name}</p>',
  '<p>{open && "now"}<Icon /></p>',
  '<p>{open ? "now" : null}<Icon /></p>',
  '<p><Icon />{`${count} people`}</p>',
  '<p><Icon />{a + b}</p>',
  '<>{t("alone")}</>',
  'function Said() { return open ? t("open") : null; }',
  'const Said = () => t("said");',
])('%s has a bare text', (code) => {
  expect(bareTexts(code, 'part.tsx')).not.toEqual([]);
});

test.each([
  '<p>{t("alone")}</p>',
  '<p>Alone</p>',
  '<p>{`${count} people`}</p>',
  '<p><Icon /><span>{t("save")}</span></p>',
  '<p>{busy && <Spinner />}{children}</p>',
  'function Said() { const name = () => t("name"); return <b>{name()}</b>; }',
  '<ul><li />\n{/* why */}\n{items.map((item) => <li key={item}>{item}</li>)}</ul>',
])('%s has no bare text', (code) => {
  expect(bareTexts(code, 'part.tsx')).toEqual([]);
});

test('no text has sibling nodes in its element', () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => bareTexts(readFileSync(join(APP, file), 'utf8'), file))).toEqual([]);
});
