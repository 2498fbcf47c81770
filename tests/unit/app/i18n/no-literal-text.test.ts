/** Every text of the interface comes from `src/app/i18n`; a literal would not be translated. Only developers see `dev`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';

const APP = resolve(import.meta.dirname, '../../../../src/app');
/** The product's name and settings are the same in every language. */
const NAME = /^(?:Spolu$|VITE_)/;
/** A translation key. */
const KEY = /^[a-z]+(?:\.[a-zA-Z]+)+$/;
const SAID = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
]);

interface Part {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const fieldsOf = (part: Part): Part[] => Object.values(part).flat().filter(isPart);
const partOf = (part: Part, field: string): Part | null => {
  const value = part[field];
  return isPart(value) ? value : null;
};

/** The values that an expression can have, as far as they are literals. */
function texts(part: Part | null): string[] {
  if (part === null) return [];
  const { type } = part;
  if (type === 'Literal') return typeof part['value'] === 'string' ? [part['value']] : [];
  if (type === 'TemplateElement') return [String((part['value'] as { raw: unknown }).raw)];
  if (type === 'JSXExpressionContainer') return texts(partOf(part, 'expression'));
  if (type === 'TemplateLiteral') return (part['quasis'] as Part[]).flatMap(texts);
  if (type === 'ConditionalExpression')
    return [...texts(partOf(part, 'consequent')), ...texts(partOf(part, 'alternate'))];
  if (type === 'LogicalExpression' || type === 'BinaryExpression') return texts(partOf(part, 'right'));
  return [];
}

const nameOf = (part: Part | null): string => String(part?.['name'] ?? part?.['value'] ?? '');

/** Texts that this node shows to users. */
function said(part: Part): string[] {
  switch (part.type) {
    case 'JSXText':
      return [String(part['value'])];
    case 'JSXElement':
    case 'JSXFragment':
      return (part['children'] as Part[])
        .filter(({ type }) => type === 'JSXExpressionContainer')
        .flatMap(texts);
    case 'JSXAttribute':
      return SAID.has(nameOf(partOf(part, 'name'))) ? texts(partOf(part, 'value')) : [];
    case 'Property':
      return SAID.has(nameOf(partOf(part, 'key'))) ? texts(partOf(part, 'value')) : [];
    case 'CallExpression':
      return saidByCall(part);
    default:
      return [];
  }
}

function saidByCall(call: Part): string[] {
  const [first = null, second = null] = call['arguments'] as Part[];
  const callee = partOf(call, 'callee');
  const object = nameOf(callee && partOf(callee, 'object'));
  const method = nameOf(callee && partOf(callee, 'property'));
  if (object === 'showToast') return texts(first);
  return method === 'setAttribute' && SAID.has(texts(first)[0] ?? '') ? texts(second) : [];
}

function literalTexts(code: string, file: string): string[] {
  const found: string[] = [];
  const visit = (part: Part): void => {
    for (const text of said(part).map((one) => one.trim())) {
      if (/\p{L}{2}/u.test(text) && !NAME.test(text) && !KEY.test(text)) found.push(`${file}: ${text}`);
    }
    fieldsOf(part).forEach(visit);
  };
  visit(parseSync(file, code).program as unknown as Part);
  return found;
}

test.each([
  '<p>Hello there</p>',
  '<p>{open ? "Open now" : t("closed")}</p>',
  '<p>{`Hello ${name}`}</p>',
  '<p>{busy && "Wait"}</p>',
  '<button aria-label="Close" />',
  '<input placeholder={"Name"} />',
  'showToast.success("Done now")',
  'element.setAttribute("aria-label", "Close")',
  'const attributes = { "aria-label": "Close" }',
])('%s is detected', (code) => {
  expect(literalTexts(code, 'part.tsx')).toHaveLength(1);
});

test('the code contains no literal text', { timeout: 30_000 }, () => {
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^(?:i18n|dev)\b/.test(file) && !file.endsWith('.d.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => literalTexts(readFileSync(join(APP, file), 'utf8'), file))).toEqual([]);
});
