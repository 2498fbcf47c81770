// @vitest-environment jsdom
// @alone: what comes late must not have come for another file.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Star } from 'lucide-react';
import { beforeAll, expect, test, vi } from 'vitest';
import type * as Menus from '../../../../src/app/ui/menu.tsx';

let menus: typeof Menus;
// Not before: what waits to be fetched when a file begins is fetched for it.
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

// Has to be the first: nothing has been fetched yet.
test('a menu that is asked for before it has arrived opens when it has', async () => {
  const choose = vi.fn<() => void>();
  fireEvent.click(renderMenu(choose));
  expect(screen.queryByRole('menu')).toBeNull();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Star' }, { timeout: 20_000 }));
  await waitFor(() => expect(choose).toHaveBeenCalledOnce());
});

test('by keyboard: the arrow opens it, Escape gives the focus back', async () => {
  const user = userEvent.setup();
  const button = renderMenu(() => undefined);
  button.focus();
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('menu', { name: 'More' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button));
});
