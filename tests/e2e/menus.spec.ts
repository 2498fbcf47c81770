import { expectFocusOn } from './keyboard.ts';
import { createDocument, expect, share, test, textOf } from './spolu.ts';

test('slash menu, selection toolbar and list of shortcuts work by keyboard', async ({ person }) => {
  const { page } = await person('Jana');
  await createDocument(page, 'Plan');
  const text = textOf(page);
  await text.focus();

  await page.keyboard.type('/nadpis 2');
  const list = page.getByRole('listbox', { name: 'Insert a block' });
  await expect(list).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await page.keyboard.type('Agenda for today');
  await expect(text.getByRole('heading', { level: 2, name: 'Agenda for today' })).toBeVisible();

  await page.keyboard.press('Control+Shift+ArrowLeft');
  const bubble = page.getByRole('toolbar', { name: 'Selected text' });
  await expect(bubble).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Tab');
  await expect(bubble.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(text.locator('em')).toHaveText('today');
  await expect(text).toBeFocused();

  await page.keyboard.press('Control+/');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Ctrl+B')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(text).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('!');
  await expect(text).toContainText('Agenda for today!');
});

test('a table is inserted, its rows and columns are changed and content is added by keyboard', async ({
  person,
}) => {
  const { page } = await person('Jana');
  await createDocument(page, 'Plan');
  const { keyboard } = page;
  const text = textOf(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const toButton = async (name: string): Promise<void> => {
    await keyboard.press('Alt+F10');
    await keyboard.press('End');
    while (!(await button(name).evaluate((element) => element === document.activeElement)))
      await keyboard.press('ArrowLeft');
    await expectFocusOn(page, button(name));
  };
  await text.focus();
  await toButton('Table');
  await keyboard.press('Enter');
  await expect(text.locator('tr')).toHaveCount(3);
  await keyboard.type('Name');

  await keyboard.press('Alt+F10');
  await keyboard.press('Tab');
  await expectFocusOn(page, button('Row'));
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Insert row below' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(text.locator('tr')).toHaveCount(4);
  await expect(text).toBeFocused();

  await keyboard.press('Alt+F10');
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expectFocusOn(page, button('Column'));
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Insert column right' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(text).toBeFocused();
  await keyboard.type(' and place');
  await expect(text.locator('th').first()).toHaveText('Name and place');

  // The block menu has the same commands.
  await keyboard.press('Alt+Shift+Enter');
  await page.getByRole('menuitem', { name: 'Column' }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'Delete column' }).press('Enter');
  await expect(text.locator('th')).toHaveCount(2);
  await expect(text).toBeFocused();

  await keyboard.press('Control+End');
  await toButton('Insert');
  await keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Horizontal rule' }).press('Enter');
  await expect(text.locator('hr')).toHaveCount(1);
});

test('cells are merged with the mouse, split by keys, and both see it', async ({ person }) => {
  const [jana, petr] = [await person('Jana'), await person('Petr')];
  const { page } = jana;
  const path = await createDocument(page, 'Plan');
  await share(page, petr.email, 'Editor');
  const text = textOf(page);
  await text.focus();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  for (const word of ['Where', 'When', 'Who', 'Tábor']) {
    await page.keyboard.type(word);
    await page.keyboard.press('Tab');
  }
  await petr.page.goto(path);
  const remote = textOf(petr.page);
  await expect(remote.locator('td').first()).toHaveText('Tábor');

  await text.locator('th').first().hover();
  await page.mouse.down();
  await text.locator('th').nth(1).hover();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Row', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Merge cells' }).click();
  await expect(remote.locator('th')).toHaveText(['WhereWhen', 'Who']);
  await expect(remote.locator('th').first()).toHaveAttribute('colspan', '2');

  await remote.getByText('When').click();
  await petr.page.keyboard.press('Alt+F10');
  await petr.page.keyboard.press('Tab');
  await petr.page.keyboard.press('Enter');
  await petr.page.getByRole('menuitem', { name: 'Split cell' }).press('Enter');
  await expect(text.locator('th')).toHaveText(['WhereWhen', '', 'Who']);
  await petr.page.keyboard.press('Control+Z');
  await expect(text.locator('th')).toHaveText(['WhereWhen', 'Who']);
  await page.keyboard.press('Control+Z');
  await expect(remote.locator('th')).toHaveText(['Where', 'When', 'Who']);
  await expect(text.locator('th')).toHaveText(['Where', 'When', 'Who']);
});

test('a column gets its width by mouse and by keys, both see it, and undo takes it back', async ({
  person,
}) => {
  const [jana, petr] = [await person('Jana'), await person('Petr')];
  const { page } = jana;
  const path = await createDocument(page, 'Plan');
  await share(page, petr.email, 'Editor');
  const text = textOf(page);
  await text.focus();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.keyboard.type('Where');
  await petr.page.goto(path);
  const remote = textOf(petr.page);
  await expect(remote.locator('th').first()).toHaveText('Where');
  const widthsIn = (place: typeof text) =>
    place
      .locator('th')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)));
  const before = await widthsIn(text);

  await text.locator('th').first().hover();
  const edge = page.getByRole('separator', { name: 'Column width' });
  const { x, y, width, height } = (await edge.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [from, level] = [x + width / 2, y + height / 2];
  await page.mouse.move(from, level);
  await page.mouse.down();
  await page.mouse.move(from + 40, level, { steps: 4 });
  const wider = (before[0] ?? 0) + 40;
  await expect(async () => expect((await widthsIn(text))[0]).toBe(wider)).toPass();
  expect(await widthsIn(remote)).toEqual(before);
  await page.mouse.up();
  await expect(edge).toHaveAttribute('aria-valuenow', String(wider));
  await expect(async () => expect((await widthsIn(remote))[0]).toBe(wider)).toPass();
  expect(await widthsIn(text)).toEqual(await widthsIn(remote));

  await page.keyboard.press('Control+Z');
  await expect(async () => expect(await widthsIn(remote)).toEqual(before)).toPass();
  await page.keyboard.press('Control+Shift+Z');

  await remote.getByText('Where').click();
  await petr.page.keyboard.press('Alt+F10');
  await petr.page.keyboard.press('Tab');
  await petr.page.keyboard.press('End');
  for (const _ of [1, 2, 3]) await petr.page.keyboard.press('ArrowLeft');
  await expect(text.locator('th').first()).toHaveAttribute('colwidth', String(wider - 48));
  await petr.page.keyboard.press('Escape');
  await petr.page.keyboard.press('Control+Z');
  await expect(text.locator('th').first()).toHaveAttribute('colwidth', String(wider));
});

test('with a mouse, table handles belong to the cell under the pointer', async ({ person }) => {
  const { page } = await person('Jana');
  await createDocument(page, 'Plan');
  const text = textOf(page);
  await text.focus();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.keyboard.type('stay');
  await text.locator('td').last().hover();
  await page.getByRole('button', { name: 'Column', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete column' }).click();
  await expect(text.locator('th')).toHaveText(['stay', '']);
  await text.locator('td').last().hover();
  await page.getByRole('button', { name: 'Row', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Insert row above' }).click();
  await expect(text).toBeFocused();
  await page.keyboard.type('written below');
  await expect(text.locator('tr')).toHaveText(['stay', '', '', 'written below']);
});
