import { screen, waitFor, within } from '@testing-library/react';
import { lazy, Suspense, type ComponentProps, type ComponentType } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as UserMenuModule from '../../src/web/shell/UserMenu.tsx';
import { addPerson } from '../server/people.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt, findOpenDialog } from './visitor.ts';

type UserMenuProps = ComponentProps<typeof UserMenuModule.default>;

/** The code of the menu as the page gets it, and what lets it come. */
const code = vi.hoisted((): { Menu: ComponentType<UserMenuProps>; come: () => void } => ({
  Menu: () => null,
  come: () => undefined,
}));

vi.mock('../../src/web/shell/UserMenu.tsx', () => ({
  default: (props: UserMenuProps) => (
    <Suspense fallback={null}>
      <code.Menu {...props} />
    </Suspense>
  ),
}));

beforeEach(async () => {
  const { promise, resolve } = Promise.withResolvers<typeof UserMenuModule>();
  const module = await vi.importActual<typeof UserMenuModule>('../../src/web/shell/UserMenu.tsx');
  code.Menu = lazy(() => promise);
  code.come = () => resolve(module);
});

async function openSignedIn(path = '/') {
  const testApp = await openTestApp();
  const product = await openProduct(testApp, path, { person: await addPerson(testApp) });
  const button = await screen.findByRole('button', { name: 'A Person' });
  return { button, ...product };
}

const nameButton = (expanded: boolean) => screen.getByRole('button', { name: 'A Person', expanded });

describe('the user menu works at the first click, whether its code has come or not', () => {
  test('a click made before the code came opens the menu when it comes', async () => {
    const { user } = await openSignedIn();
    await user.click(nameButton(false));
    expect(nameButton(true).getAttribute('aria-haspopup')).toBe('menu');
    expect(screen.queryByRole('menu')).toBeNull();
    code.come();
    const menu = await screen.findByRole('menu', { name: 'A Person' });
    await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Balance Rp.0'));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('My Tickets'));
    await user.keyboard('{Enter}');
    await arriveAt('/my-tickets');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  test('a second click before the code came closes it again', async () => {
    const { user } = await openSignedIn();
    await user.click(nameButton(false));
    await user.click(nameButton(true));
    expect(nameButton(false)).toBeTruthy();
    code.come();
    await user.click(nameButton(false));
    await user.click(await screen.findByRole('menuitem', { name: 'Withdraw' }));
    await arriveAt('/withdraw');
  });

  test.each(['{Enter}', ' ', '{ArrowDown}'])('so does the key %s', async (key) => {
    const { button, user } = await openSignedIn();
    button.focus();
    await user.keyboard(key);
    expect(nameButton(true)).toBeTruthy();
    code.come();
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await user.keyboard(key);
    await screen.findByRole('menu');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Balance Rp.0'));
  });

  test('going somewhere before the code came closes it', async () => {
    const { user } = await openSignedIn();
    await user.click(nameButton(false));
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Movies' }));
    await arriveAt('/movies');
    expect(nameButton(false)).toBeTruthy();
  });

  test('the drawer and the menu do not lie on each other', async () => {
    const { user } = await openSignedIn();
    await user.click(nameButton(false));
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await findOpenDialog('Menu');
    code.come();
    await user.click(screen.getByRole('button', { name: 'Close menu' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(nameButton(false)).toBeTruthy();
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('section 2: the user menu', () => {
  test('a click beside it and a click on the name close it', async () => {
    const { user } = await openSignedIn();
    code.come();
    await user.click(nameButton(false));
    await screen.findByRole('menu');
    await user.click(nameButton(true));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(nameButton(false)));
    await user.click(nameButton(false));
    await screen.findByRole('menu');
    await user.click(screen.getByRole('heading', { level: 1 }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(nameButton(false)).toBeTruthy();
  });

  test('it is gone with the user, and closed for the next one', async () => {
    const { user, runtime } = await openSignedIn();
    code.come();
    await user.click(nameButton(false));
    await user.click(await screen.findByRole('menuitem', { name: 'LOG OUT' }));
    await screen.findByRole('button', { name: 'Sign In' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(runtime.session.getSnapshot().matches('signedOut')).toBe(true);
  });
});
