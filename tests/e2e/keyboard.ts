/** Navigates by Tab and checks that the focus is visible at each stop. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any page has. */
const MOST_STOPS = 60;

/** Presses Tab, or Shift+Tab, until the target has the focus; checks the focus at each stop. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(key);
    passed.push(await seeFocus(page));
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab did not reach the target, only: ${passed.join(', ')}`);
}

/** The target has the focus, visibly. */
export async function expectFocusOn(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeFocused();
  await seeFocus(page);
}

/** Describes the focused element. Retries, because a dialog that is opening looks covered at first. */
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

/** The focused element, and why it is not visible, if so. Runs in the page. */
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
  // Text can be longer than the window; only its caret is kept in view.
  if (focused.isContentEditable) return { name, problem: null };
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  // A custom radio button lies under the text of its label.
  const shown = top?.closest('label') ?? top;
  const isOnTop = shown !== null && (focused.contains(shown) || shown.contains(focused));
  return { name, problem: isOnTop ? null : `covered by ${top?.outerHTML.slice(0, 120) ?? 'the edge'}` };
}
