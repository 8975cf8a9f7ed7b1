import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { addPerson, buy } from '../server/people.ts';
import { unreachable } from './network.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt, statusLine } from './visitor.ts';

/** Pages of a user with a ticket whose first request fails. */
async function openCutOff(path: string) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  window.localStorage.setItem('nobar-now.tickets', JSON.stringify({ userId: person.id, tickets: [ticket] }));
  const product = await openProduct(testApp, path, {
    person,
    prepare: ({ nextCall }) => nextCall('GET user/info', unreachable),
  });
  await waitFor(() => expect(statusLine()).toBe(messages.unreachable));
  return { person, ticket, ...product };
}

describe('an unreachable server while the session is being restored', () => {
  test('a personal page offers Retry and the saved tickets instead of the guard; Retry shows its content', async () => {
    const { user, network, ticket } = await openCutOff('/topup');
    const main = within(screen.getByRole('main'));
    expect(await main.findByText(messages.unreachable)).toBeTruthy();
    const saved = main.getByRole('link', { name: 'The Kid, 05 Mar, 20.35 WIB' });
    expect(saved.getAttribute('href')).toBe(`/my-tickets/${ticket.id}`);
    expect(screen.queryByText(messages.signInToSee)).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    const call = network.holdNext('GET user/info');
    await user.click(main.getByRole('button', { name: 'Retry' }));
    await call.arrived;
    expect(statusLine()).toBe(messages.unreachable);
    call.release();
    expect(await main.findByText('Balance Rp.130.000')).toBeTruthy();
    expect(screen.queryByText(messages.unreachable)).toBeNull();
    await arriveAt('/topup');
  });
});
