import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { sessionMachine, type SessionFact } from '#machines/sessionMachine.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { User } from '#contract/user.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';
import { ana, budi, ticketOf } from './people.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const ended: SessionFact = {
  type: 'notify',
  notification: { type: 'error', text: 'Your session has ended. Please sign in again.', placement: 'top-right' },
};
const empty = { user: undefined, tickets: [], failure: '' };

describe('section 4: app load', () => {
  test('neither signed in nor signed out until the user info is there', () => {
    const { facts, state } = stageSession();
    expect({ state: state(), facts }).toEqual({ state: 'restoring', facts: [] });
  });

  test('on success the user is stored and the tickets are fetched', async () => {
    const { context, facts, loadTickets, restoreUser, state } = stageSession();
    await restoreUser.answer(ana);
    expect(state()).toEqual({ signedIn: 'loadingTickets' });
    expect(facts).toEqual([{ type: 'session.signedIn' }]);
    await loadTickets.answer([ticketOf('t1')]);
    expect(state()).toEqual({ signedIn: 'ready' });
    expect(context()).toEqual({ user: ana, tickets: [ticketOf('t1')], failure: '' });
  });

  test.each([
    ['the cinema is out of reach', unreachable],
    ['the token has expired', new CallFailed({ code: 'unauthenticated', message: 'Please sign in' })],
    ['something unforeseen happens', new TypeError('oh')],
  ])('when %s the user is cleared silently', async (_, failure) => {
    const { context, facts, log, restoreUser, state } = stageSession();
    await restoreUser.fail(failure);
    expect(state()).toBe('signedOut');
    expect(context()).toEqual(empty);
    expect(facts).toEqual([{ type: 'session.signedOut' }]);
    expect(log).toEqual(['remove token']);
  });

  test('without a token nobody is signed in and nothing is said', async () => {
    const { facts, loadTickets, restoreUser, state } = stageSession();
    await restoreUser.answer(undefined);
    expect(state()).toBe('signedOut');
    expect(facts).toEqual([{ type: 'session.signedOut' }]);
    expect(loadTickets.inputs()).toEqual([]);
  });
});

describe('section 4: signing in and out', () => {
  test('signing in stores the token, keeps it out of memory and fetches the tickets', async () => {
    const { actor, context, facts, log, restoreUser, state } = stageSession();
    await restoreUser.answer(undefined);
    actor.send({ type: 'session.start', user: { ...ana, token: 'secret' } });
    expect(state()).toEqual({ signedIn: 'loadingTickets' });
    expect(context()).toEqual({ user: ana, tickets: [], failure: '' });
    expect(log).toEqual(['remove token', 'store secret']);
    expect(facts).toEqual([{ type: 'session.signedOut' }, { type: 'session.signedIn' }]);
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('secret');
  });

  test('signing in while the session is still restored is not undone by its answer', async () => {
    const { actor, context, restoreUser, state } = stageSession();
    const late = restoreUser.answer(undefined);
    actor.send({ type: 'session.start', user: { ...ana, token: 'secret' } });
    await late;
    expect(state()).toEqual({ signedIn: 'loadingTickets' });
    expect(context().user).toEqual(ana);
  });

  test('LOG OUT revokes and removes the token, empties the list and clears the user', async () => {
    const { actor, context, facts, log, state } = await stageSignedIn();
    actor.send({ type: 'session.signOut' });
    expect(state()).toBe('signedOut');
    expect(context()).toEqual(empty);
    expect(log).toEqual(['revoke token', 'remove token']);
    expect(facts).toEqual([{ type: 'session.signedIn' }, { type: 'session.signedOut' }]);
  });

  test('tickets that come after LOG OUT are not stored', async () => {
    const { actor, context, loadTickets, restoreUser } = stageSession();
    await restoreUser.answer(ana);
    const late = loadTickets.answer([ticketOf('t1')]);
    actor.send({ type: 'session.signOut' });
    await late;
    expect(context()).toEqual(empty);
  });

  test('a later 401 signs out with a sentence, once', async () => {
    const { actor, context, facts, log, state } = await stageSignedIn();
    actor.send({ type: 'session.ended' });
    actor.send({ type: 'session.ended' });
    expect(state()).toBe('signedOut');
    expect(context()).toEqual(empty);
    expect(facts).toEqual([{ type: 'session.signedIn' }, ended, { type: 'session.signedOut' }]);
    expect(log).toEqual(['remove token']);
  });

  test('a 401 while the session is restored says nothing of its own', async () => {
    const { actor, facts, restoreUser, state } = stageSession();
    actor.send({ type: 'session.ended' });
    expect(state()).toBe('restoring');
    await restoreUser.fail(new CallFailed({ code: 'unauthenticated', message: 'Please sign in' }));
    expect(facts).toEqual([{ type: 'session.signedOut' }]);
  });

  test('another tab that signs in as somebody else changes the user here', async () => {
    const { actor, context, loadTickets, restoreUser, state } = await stageSignedIn();
    actor.send({ type: 'token.changed' });
    expect(state()).toBe('restoring');
    await restoreUser.answer(budi);
    await loadTickets.answer([]);
    expect(context()).toEqual({ user: budi, tickets: [], failure: '' });
  });

  test('another tab that signs out signs out here', async () => {
    const { actor, context, restoreUser, state } = await stageSignedIn();
    actor.send({ type: 'token.changed' });
    await restoreUser.answer(undefined);
    expect({ state: state(), context: context() }).toEqual({ state: 'signedOut', context: empty });
  });

  test('signed out, nothing that concerns a user is accepted', async () => {
    const { actor, context, log, restoreUser, state } = stageSession();
    await restoreUser.answer(undefined);
    actor.send({ type: 'session.signOut' });
    actor.send({ type: 'tickets.retry' });
    actor.send({ type: 'tickets.booked', ticket: ticketOf('t1') });
    actor.send({ type: 'tickets.cancelled', ticket: ticketOf('t1') });
    actor.send({ type: 'balance.changed', balance: 5 });
    expect({ state: state(), context: context(), log }).toEqual({
      state: 'signedOut',
      context: empty,
      log: ['remove token'],
    });
  });
});

describe('section 3: ticket list and balance', () => {
  test('a booking is added to the front and paid from the balance', async () => {
    const { actor, context } = await stageSignedIn([ticketOf('t1')]);
    actor.send({ type: 'tickets.booked', ticket: ticketOf('t2') });
    expect(context()).toEqual({
      user: { ...ana, balance: 430_000 },
      tickets: [ticketOf('t2'), ticketOf('t1')],
      failure: '',
    });
  });

  test('a cancelled ticket is removed by its id and refunded', async () => {
    const { actor, context } = await stageSignedIn([ticketOf('t2'), ticketOf('t1')]);
    actor.send({ type: 'tickets.cancelled', ticket: ticketOf('t2', [5]) });
    expect(context()).toEqual({ user: { ...ana, balance: 535_000 }, tickets: [ticketOf('t1')], failure: '' });
  });

  test('the balance after a top-up or withdrawal is the one the cinema tells', async () => {
    const { actor, context } = await stageSignedIn();
    actor.send({ type: 'balance.changed', balance: 12 });
    expect(context().user).toEqual({ ...ana, balance: 12 });
  });

  test.each([
    ['booked', { type: 'tickets.booked', ticket: ticketOf('t2') } as const, [ticketOf('t2')]],
    ['cancelled', { type: 'tickets.cancelled', ticket: ticketOf('t2') } as const, []],
  ])('a ticket %s while the list is fetched makes it be fetched again', async (_, event, shown) => {
    const { actor, context, loadTickets, restoreUser, state } = stageSession();
    await restoreUser.answer(ana);
    const stale = loadTickets.answer([ticketOf('t1')]);
    actor.send(event);
    await stale;
    expect({ state: state(), tickets: context().tickets, calls: loadTickets.inputs().length }).toEqual({
      state: { signedIn: 'loadingTickets' },
      tickets: shown,
      calls: 2,
    });
    await loadTickets.answer([ticketOf('t2'), ticketOf('t1')]);
    expect(context().tickets).toEqual([ticketOf('t2'), ticketOf('t1')]);
  });
});

describe('section 8: failed tickets fetch', () => {
  test('the error message is dispatched and the list can be asked for again', async () => {
    const { actor, context, facts, loadTickets, restoreUser, state } = stageSession();
    await restoreUser.answer(ana);
    await loadTickets.fail(unreachable);
    expect(state()).toEqual({ signedIn: 'failed' });
    expect(context()).toEqual({ user: ana, tickets: [], failure: 'The cinema cannot be reached.' });
    expect(facts).toEqual([
      { type: 'session.signedIn' },
      {
        type: 'notify',
        notification: { type: 'error', text: 'The cinema cannot be reached.', placement: 'top-right' },
      },
    ]);
    actor.send({ type: 'tickets.retry' });
    await loadTickets.answer([ticketOf('t1')]);
    expect(state()).toEqual({ signedIn: 'ready' });
    expect(context()).toEqual({ user: ana, tickets: [ticketOf('t1')], failure: '' });
  });
});

describe('issue 6: the tickets that this device keeps', () => {
  test('are those of the user who signs in, as the cinema lists them', async () => {
    const { kept } = await stageSignedIn([ticketOf('t1')]);
    expect(kept).toEqual(['only of u1', 'as in t1']);
  });

  test('one that is cancelled goes', async () => {
    const { actor, kept } = await stageSignedIn([ticketOf('t1')]);
    actor.send({ type: 'tickets.cancelled', ticket: ticketOf('t1') });
    expect(kept.at(-1)).toBe('not t1');
  });

  test.each(['session.signOut', 'session.ended'] as const)('all go on %s', async (type) => {
    const { actor, kept } = await stageSignedIn([ticketOf('t1')]);
    actor.send({ type });
    expect(kept.at(-1)).toBe('none');
  });

  test('all go when the server no longer knows the token at load', async () => {
    const { actor, kept, restoreUser } = stageSession();
    actor.send({ type: 'session.ended' });
    await restoreUser.fail(new CallFailed({ code: 'unauthenticated', message: 'Please sign in' }));
    expect(kept).toEqual(['none']);
  });

  test('stay when the cinema is out of reach at load', async () => {
    const { kept, restoreUser, state } = stageSession();
    await restoreUser.fail(unreachable);
    expect({ state: state(), kept }).toEqual({ state: 'signedOut', kept: [] });
  });
});

function stageSession() {
  const restoreUser = controlledCall<User | undefined, undefined>();
  const loadTickets = controlledCall<Ticket[], undefined>();
  const facts: SessionFact[] = [];
  const log: string[] = [];
  const kept: string[] = [];
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        restoreUser: restoreUser.actor,
        loadTickets: loadTickets.actor,
        watchToken: idleCallback<undefined>(),
      },
      actions: {
        announce: (_, fact) => facts.push(fact),
        storeToken: (_, { token }) => log.push(`store ${token}`),
        removeToken: () => log.push('remove token'),
        revokeToken: () => log.push('revoke token'),
        disownKeptTickets: (_, { userId }) => kept.push(`only of ${userId}`),
        syncKeptTickets: (_, { tickets }) => kept.push(`as in ${tickets.map(({ id }) => id).join()}`),
        dropKeptTicket: (_, { ticketId }) => kept.push(`not ${ticketId}`),
        forgetKeptTickets: () => kept.push('none'),
      },
    }),
    { clock: new SimulatedClock() },
  ).start();
  const state = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  return { actor, context, facts, kept, loadTickets, log, restoreUser, state };
}

async function stageSignedIn(tickets: Ticket[] = []) {
  const stage = stageSession();
  await stage.restoreUser.answer(ana);
  await stage.loadTickets.answer(tickets);
  return stage;
}
