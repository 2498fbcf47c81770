/** Going through a page with the Tab key, as somebody does who has no mouse and has to see where they are. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any page has. */
const MOST_STOPS = 60;

/** Presses Tab, or Shift+Tab, until the focus is there; at each stop on the way one sees where it is. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(key);
    passed.push(await seeFocus(page));
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never came there, but to: ${passed.join(', ')}`);
}

/** The focus is here, and one sees it. */
export async function expectFocusOn(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await seeFocus(page);
}

/** What has the focus. A dialog that opens cannot be pointed at in its first moment, which looks as if it were covered. */
async function seeFocus(page: Page): Promise<string> {
  let seen = '';
  const findProblem = async (): Promise<string | null> => {
    const { name, problem } = await page.evaluate(describeFocus);
    seen = name;
    return problem === null ? null : `the focus on ${name}: ${problem}`;
  };
  await expect.poll(findProblem).toBeNull();
  return seen;
}

/** What has the focus, and why nobody sees that. Runs in the page. */
function describeFocus(): { name: string; problem: string | null } {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body)
    return { name: 'nothing', problem: null };
  const name = focused.getAttribute('aria-label') ?? (focused.textContent.trim() || focused.tagName);
  const style = getComputedStyle(focused);
  const hasCaret = focused.isContentEditable || focused.matches('input, textarea');
  const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  if (!isOutlined && !hasCaret) return { name, problem: `no outline: ${style.outline}` };
  const box = focused.getBoundingClientRect();
  // A text is longer than a window; its caret is what is kept in view.
  if (focused.isContentEditable) return { name, problem: null };
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  // Above a radio button that is drawn as a part of its label stands the text of that label.
  const shown = top?.closest('label') ?? top;
  const isOnTop = shown !== null && (focused.contains(shown) || shown.contains(focused));
  return { name, problem: isOnTop ? null : `covered by ${top?.outerHTML.slice(0, 120) ?? 'the edge'}` };
}
