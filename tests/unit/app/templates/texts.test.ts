// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../../supabase/functions/_shared/contract/languages.ts';
import { plainText } from '../../../../supabase/functions/_shared/contract/text/plain-text.ts';
import { loadTexts } from '../../../../src/app/templates/load-texts.ts';
import { fillDate, headingsOf } from '../../../../src/app/templates/markdown-text.ts';
import { TEMPLATE_NAMES, type TextName } from '../../../../src/app/templates/template-names.ts';
import { readTemplate } from '../../../../src/app/pages/templates/read-template.ts';

const NAMES: readonly TextName[] = [...TEMPLATE_NAMES, 'sample'];
const signal = new AbortController().signal;

test('the date is written as the language writes it', () => {
  const date = new Date(2026, 10, 29);
  expect(fillDate('{{date}} a {{date}}', date, 'cs')).toBe('29. listopadu 2026 a 29. listopadu 2026');
  expect(fillDate('On {{date}}.', date, 'en-US')).toBe('On November 29, 2026.');
});

test('the preview has the headings below the title', () => {
  expect(headingsOf('# Title\n\n## One\n\ntext ## no\n\n### Deeper\n\n## Two')).toEqual(['One', 'Two']);
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(NAMES)('%s is a whole document', async (name) => {
    const texts = await loadTexts(language);
    const { title, nodes, losses } = await readTemplate(fillDate(texts[name], new Date(), language), signal);
    expect(title).not.toBe('');
    expect(losses).toEqual([]);
    expect(nodes.length).toBeGreaterThan(2);
    const text = nodes.map(plainText).join('\n');
    expect(text).not.toContain(title);
    expect(`${title} ${text}`).not.toMatch(/\{\{|"|'|\.\.\.| - |\*\*|\[ \]|&nbsp;/);
  });

  test('the contract has numbered clauses, the signatures a table, and the tasks of the others are tasks', async () => {
    const texts = await loadTexts(language);
    const read = async (name: TextName) => (await readTemplate(texts[name], signal)).nodes;
    const contract = await read('contract');
    expect(contract.filter(({ type }) => type === 'heading').length).toBeGreaterThanOrEqual(8);
    const numbered = contract.filter(
      (node) => node.type === 'orderedList' || /^\d\.\d\. /.test(plainText(node)),
    );
    expect(numbered.length).toBeGreaterThanOrEqual(7);
    expect(contract.some(({ type }) => type === 'table')).toBe(true);
    for (const name of ['meeting', 'plan', 'decision', 'report'] as const)
      expect((await read(name)).map(({ type }) => type)).toContain('taskList');
    const [tasks] = (await read('sample')).filter(({ type }) => type === 'taskList');
    expect(tasks?.content?.length).toBeGreaterThanOrEqual(6);
  });
});
