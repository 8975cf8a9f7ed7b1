import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { createStoredText } from '../../src/web/browser/browserStorage.ts';
import { createSavedSeats } from '../../src/web/browser/savedSeats.ts';
import { addPerson, buy, PASSWORD } from '../server/people.ts';
import { openProduct, openTestApp } from './openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, noDialog } from './visitor.ts';

/** Makes the browser refuse to store more data. */
function fillStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
}

/** Dispatches the storage event of a change in another tab; null means that the site's data was cleared. */
function changeInOtherTab(key: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

async function buyTicket() {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 200_000 });
  return { testApp, person, ticket: await buy(testApp, person, { seatNumbers: [12] }) };
}

function warnings(): HTMLElement[] {
  return screen.queryAllByText(messages.storageRefused);
}

describe('section 2, Screens: storage that is full or blocked', () => {
  test('sign-in warns once that session and tickets may not be kept, and the page works', async () => {
    const { testApp, person, ticket } = await buyTicket();
    const { user } = await openProduct(testApp, '/my-tickets');
    fillStorage();
    const dialog = within(await findOpenDialog('Sign In'));
    await user.type(dialog.getByLabelText('User name'), person.username);
    await user.type(dialog.getByLabelText('Password'), PASSWORD);
    await user.click(dialog.getByRole('button', { name: 'Sign In' }));
    await findToast('top-right', messages.storageRefused);
    await noDialog();
    await user.click(await screen.findByRole('link', { name: 'Open ticket for The Kid' }));
    await arriveAt(`/my-tickets/${ticket.id}`);
    await screen.findByRole('article', { name: 'The Kid' });
    expect(warnings()).toHaveLength(1);
  });

  test('opening a ticket that cannot be stored shows a warning', async () => {
    const { testApp, person, ticket } = await buyTicket();
    await openProduct(testApp, `/my-tickets/${ticket.id}`, { person, prepare: fillStorage });
    await findToast('top-right', messages.storageRefused);
  });
});

describe('a text that the browser refuses to store', () => {
  test('replaces the stored text in memory until a later text can be stored', () => {
    const onRefused = vi.fn<() => void>();
    const stored = createStoredText(window, 'localStorage', 'text', onRefused);
    stored.write('first');
    fillStorage();
    stored.write('second');
    expect([stored.read(), window.localStorage.getItem('text'), onRefused.mock.calls.length]).toEqual([
      'second',
      'first',
      1,
    ]);
    vi.restoreAllMocks();
    stored.write('third');
    expect([stored.read(), window.localStorage.getItem('text')]).toEqual(['third', 'third']);
    stored.remove();
    expect(stored.read()).toBeUndefined();
  });

  test.each(['localStorage', 'sessionStorage'] as const)(
    'stays in memory when the browser blocks %s, and can be removed',
    (area) => {
      const blocked = vi.spyOn(window, area, 'get').mockImplementation(() => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      });
      const onRefused = vi.fn<() => void>();
      const stored = createStoredText(window, area, 'text', onRefused);
      expect(stored.read()).toBeUndefined();
      stored.write('first');
      expect([stored.read(), onRefused.mock.calls.length]).toEqual(['first', 1]);
      stored.remove();
      expect(stored.read()).toBeUndefined();
      blocked.mockRestore();
    },
  );

  test('is replaced by a text that another tab stores', () => {
    const stored = createStoredText(window, 'localStorage', 'text');
    const end = stored.subscribe(() => undefined);
    window.localStorage.setItem('text', 'of another tab');
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    stored.write('refused');
    full.mockRestore();
    changeInOtherTab('another text');
    expect(stored.read()).toBe('refused');
    changeInOtherTab('text');
    expect(stored.read()).toBe('of another tab');
    end();
  });
});

describe('a stored text', () => {
  test('notifies the listener of changes and of cleared site data in another tab, until it unsubscribes', () => {
    const listener = vi.fn<() => void>();
    const end = createStoredText(window, 'localStorage', 'text').subscribe(listener);
    changeInOtherTab('another text');
    expect(listener).toHaveBeenCalledTimes(0);
    changeInOtherTab('text');
    changeInOtherTab(null);
    end();
    changeInOtherTab('text');
    expect(listener).toHaveBeenCalledTimes(2);
  });
});

test('a tab keeps the selected seats of the 20 screenings that it changed last', () => {
  const seats = createSavedSeats(createStoredText(window, 'sessionStorage', 'test.seats'));
  const screenings = Array.from({ length: 21 }, (_, index) => ({
    title: `Film ${index}`,
    date: '05 Mar',
    time: '20.35',
  }));
  for (const screening of screenings) seats.save(screening, [12]);
  const forgotten = screenings.filter((screening) => seats.find(screening).length === 0);
  expect(forgotten.map(({ title }) => title)).toEqual(['Film 0']);
});
