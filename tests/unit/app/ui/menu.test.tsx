// @vitest-environment jsdom
// @alone: lazy parts must not have been loaded by another file.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Star } from 'lucide-react';
import { beforeAll, expect, test, vi } from 'vitest';
import type * as Menus from '../../../../src/app/ui/menu.tsx';

let menus: typeof Menus;
// Not at import: waiting parts are loaded when a file begins.
beforeAll(async () => void (menus = await import('../../../../src/app/ui/menu.tsx')));

function renderMenu(choose: () => void): HTMLElement {
  const { Menu, MenuItem } = menus;
  render(
    <Menu trigger={<button type="button" aria-label="More" />}>
      <MenuItem name="Star" icon={Star} onChoose={choose} />
    </Menu>,
  );
  return screen.getByRole('button', { name: 'More' });
}

// Must be first, while nothing is loaded.
test('a menu that is opened before it has loaded opens afterwards', async () => {
  const choose = vi.fn<() => void>();
  fireEvent.click(renderMenu(choose));
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Star' }, { timeout: 20_000 }));
  await waitFor(() => expect(choose).toHaveBeenCalledOnce());
});

test('by keyboard: arrow keys open it, Escape returns the focus', async () => {
  const user = userEvent.setup();
  const button = renderMenu(() => undefined);
  button.focus();
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('menu', { name: 'More' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
});
