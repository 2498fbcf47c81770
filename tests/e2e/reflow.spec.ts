import { cutParts } from './narrow.ts';
import { createDocument, expect, follow, signUp, test, textOf } from './spolu.ts';

// Lazy parts must be there when the network is not.
test.use({ savesData: false });

/** The text spacing of WCAG 1.4.12. */
const WIDE_TEXT = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;
/** A window of 1280 × 1024 at 400 % zoom has 320 × 256. */
const NARROW = { width: 320, height: 640 };
/** Longer than any place that shows them. */
const TITLE = 'Nejneobhospodařovávatelnějšími krajinami';
const NAME = 'Maxmiliána Nejneobhospodařovávatelnějšová';
const NAMES = [TITLE, NAME, '@example.com'];
/** A window of 1280 px at 200 % zoom. */
const HALVED = { width: 640, height: 360 };
const ZOOMED = { width: 320, height: 256 };

/** A mail link with long addresses. */
const CHANGE_LINK =
  '/confirm#token_hash=x&type=email_change&email=jana.novakova.dlouheprijmeni%40spolecnost.example.com' +
  '&new_email=jana.novakova.jestedelsi%40spolecnost.example.com';

test('in Czech, at 320 px, with wide text spacing, at 200 % and 400 % zoom, nothing is cut or covered', async ({
  browser,
  spolu,
}) => {
  const { page } = await signUp(browser, spolu.url, NAME);
  const path = await createDocument(page, TITLE);
  await page.evaluate(() => localStorage.setItem('spolu.language', 'cs'));
  const visitor = await (await browser.newContext({ baseURL: spolu.url, locale: 'cs-CZ' })).newPage();
  for (const one of [page, visitor]) await one.setViewportSize(NARROW);

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const insteadOf = async (name: string): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await button(name).click();
  };
  const places: [name: string, open: () => Promise<unknown>, shown: string][] = [
    ['list', () => page.goto('/documents'), 'Nový dokument'],
    ['account', () => page.goto('/account'), 'Uložit'],
    ['document', () => page.goto(path), 'Sdílet'],
    ['share', () => button('Sdílet').click(), 'Kopírovat odkaz'],
    ['menu', () => insteadOf(`${NAME} (vy)`), 'Odhlásit se'],
    ['history', () => insteadOf('Historie verzí'), 'Uložit verzi'],
    [
      'version',
      () => page.getByRole('complementary').getByRole('listitem').first().getByRole('button').click(),
      'Zpět k aktuální verzi',
    ],
    ['changes', () => button('Zobrazit změny').click(), 'Další změna'],
  ];
  for (const [heading, open] of [
    ['Vytvořte si účet', () => visitor.goto('/sign-up')],
    ['Přihlášení', () => follow(visitor, 'Přihlásit se', 'Přihlášení')],
    ['Obnovit heslo', () => follow(visitor, 'Zapomenuté heslo?', 'Obnovit heslo')],
    ['Potvrďte novou adresu', () => visitor.goto(CHANGE_LINK)],
  ] as const) {
    await open();
    await expect(visitor.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'cs');
    await expectNothingCut(visitor, heading);
  }
  for (const [name, open, shown] of places) {
    await open();
    await expect(button(shown)).toBeVisible();
    await expectNothingCut(page, name);
  }

  await page.goBack();
  await expect(button('Uložit verzi')).toBeHidden();
  await page.context().setOffline(true);
  await textOf(page).click();
  await page.keyboard.type('Beze sítě. ');
  await expect(page.getByText('Offline – uloženo v tomto zařízení')).toBeVisible();
  expect.soft(await cutParts(page, NAMES), 'offline').toEqual([]);
  await page.context().setOffline(false);
  await button(`${NAME} (vy)`).click();
  await page.getByRole('group', { name: 'Jazyk', exact: true }).getByText('English').click();
  await expect(button('Sign out')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  await page.keyboard.press('Escape');
  await page.setViewportSize(ZOOMED);
  await textOf(page).click();
  await page.keyboard.insertText('Píše se i tady. '.repeat(9));
  await page.keyboard.type('Píše se i tady. ');
  await expect(textOf(page)).toContainText('Píše se i tady.');
  expect(await page.evaluate(whatIsOverCaret)).toBe('the text');
  await page.keyboard.press('Control+Home');
  expect(await page.evaluate(whatIsOverCaret)).toBe('the text');
});

async function expectNothingCut(page: Parameters<typeof cutParts>[0], name: string): Promise<void> {
  expect.soft(await cutParts(page, NAMES), name).toEqual([]);
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, WIDE_TEXT);
  expect.soft(await cutParts(page, NAMES), `${name}, with wide text spacing`).toEqual([]);
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  await page.setViewportSize(HALVED);
  expect.soft(await cutParts(page, NAMES), `${name}, at 200 %`).toEqual([]);
  await page.setViewportSize(NARROW);
}

function whatIsOverCaret(): string {
  const caret = getSelection()?.getRangeAt(0).getBoundingClientRect();
  if (!caret) return 'no caret';
  const over = document.elementFromPoint(caret.x, caret.y + caret.height / 2);
  return over?.closest('.ProseMirror')
    ? 'the text'
    : (over?.outerHTML.slice(0, 120) ?? 'outside of the window');
}
