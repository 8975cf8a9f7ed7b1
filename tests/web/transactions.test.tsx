import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { amount } from '../../src/web/pages/transactions/transactions.css.ts';
import { addPerson, buy, cancel, topUp, withdraw } from '../server/people.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt } from './visitor.ts';

async function openTransactions(entries: number) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp);
  for (let entry = 1; entry <= entries; entry += 1) {
    await topUp(testApp, person, entry * 1000);
  }
  return openProduct(testApp, '/transactions', { person });
}

function rows() {
  const list = within(screen.getByRole('list', { name: 'Transactions, newest first' }));
  return list.getAllByRole('listitem').map((row) => row.textContent);
}

describe('the transactions page', () => {
  test('lists the ledger in plain words with signed amounts and running balance, newest first', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp, { balance: 100_000 });
    const ticket = await buy(testApp, person, { seatNumbers: [21, 22] });
    testApp.clock.now += 60_000;
    await withdraw(testApp, person, 5000);
    await cancel(testApp, person, ticket.id);
    await openProduct(testApp, '/transactions', { person });
    await screen.findByText('Withdrawal');
    expect(rows()).toEqual([
      'Refund: The Kid, seats 21 and 22 in row C05 Mar 2026, 10.01 · for 05 Mar, 20.35+Rp.70.000Balance Rp.95.000',
      'Withdrawal05 Mar 2026, 10.01\u2212Rp.5.000Balance Rp.25.000',
      'Purchase: The Kid, seats 21 and 22 in row C05 Mar 2026, 10.00 · for 05 Mar, 20.35\u2212Rp.70.000Balance Rp.30.000',
      'Top up05 Mar 2026, 10.00+Rp.100.000Balance Rp.100.000',
    ]);
    expect(screen.getByText('+Rp.70.000').className).toBe(amount.in);
    expect(screen.getByText('\u2212Rp.70.000').className).toBe(amount.out);
    expect(screen.getByRole('heading', { level: 1, name: 'Transactions' })).toBeTruthy();
    expect(document.title).toBe('Transactions · Nobar Now');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('without transactions it says so and links to Top Up', async () => {
    const { user } = await openTransactions(0);
    expect(await screen.findByText('No transactions yet')).toBeTruthy();
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Top Up' }));
    await arriveAt('/topup');
  });

  test('Show more adds older entries until all are shown, and keeps the focus', async () => {
    const { user } = await openTransactions(25);
    const button = await screen.findByRole('button', { name: 'Show more' });
    expect(rows()).toHaveLength(20);
    await user.dblClick(button);
    await waitFor(() => expect(rows()).toHaveLength(25));
    expect(rows().at(-1)).toContain('+Rp.1.000');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'No more transactions' }));
    expect(button.ariaDisabled).toBe('true');
  });

  test('Back shows as many entries as before', async () => {
    const { user, network } = await openTransactions(45);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(rows()).toHaveLength(40));
    await user.click(screen.getByRole('link', { name: 'My Info' }));
    await arriveAt('/my-info');
    const before = network.callsOf('GET user/transactions').length;
    history.back();
    await waitFor(() => expect(rows()).toHaveLength(40));
    expect(network.callsOf('GET user/transactions')).toHaveLength(before + 1);
  });
});
