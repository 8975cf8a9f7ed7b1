import { cleanup, render, screen } from '@testing-library/react';
import { basename } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { sentences } from '#domain/sentences.ts';
import { puppetOf } from '../../src/recording/puppetOf.ts';
import { rootMachine } from '../../src/recording/rootMachines.ts';
import { drawnStates, drawState, type Machines } from '../../src/states/drawnStates.ts';
import { findState } from '../../src/states/findState.ts';
import { madeUpWorlds } from '../../src/states/madeUpWorlds.ts';
import { isIn } from '../../src/states/reachState.ts';
import { pageAt } from '../../src/web/app/pages.ts';
import { StageRoot } from '../../src/web/inspector/StageRoot.tsx';
import { stageState } from '../../src/web/inspector/stageState.ts';

/** The machines that no view of the product draws, and why. */
const UNDRAWN = {
  confirmation: 'the second call of a purchase: the toast after it is the toasts’ state',
  inspector: 'the panel itself',
  intent: 'dialogs show how it stands, from their own machine’s data',
  intents: 'it runs intents; the quiet line about them is the shell’s state',
  replay: 'the panel itself',
  seatFeed: 'it tells the booking of seats, which is what shows',
};

/** What somebody who knows the state looks for. */
const SEEN = [
  ['app.location.public', 'See the movies'],
  ['app.location.personal', 'Top Up'],
  ['app.visitor.signedOut', 'Sign in to see this page'],
  ['authDialog.open.signIn.editing', 'User name is required!'],
  ['authDialog.open.signUp.editing', 'Display name is required!'],
  ['booking.movieNotFound', 'See the movies'],
  ['booking.movieFailed', 'The film could not be loaded'],
  ['booking.choosing.hall.confirming', 'Buy Tickets'],
  ['booking.purchasing', 'Metropolis, 05 Mar, 14.30'],
  ['booking.purchased', 'Metropolis, 05 Mar, 14.30'],
  ['booking.leaving', 'Show as list'],
  ['cancelTicket.askingPassword', 'Cancel Ticket'],
  ['changePassword.editing', 'Password is required!'],
  ['movies.failed', sentences.unreachable],
  ['seatView.map', 'Buy Tickets'],
  ['seatView.list', 'Row B: 6 free, 2 selected'],
  ['toasts.running', 'Ticket cancelled'],
  ['session.signedIn.failed', 'Your tickets could not be loaded'],
  ['session.signedIn.ready.current', 'Metropolis'],
  ['shell.drawer.open', 'Dark theme'],
  ['shell.userMenu.open', 'LOG OUT'],
  ['ticket.cancelled', 'Cancelled: it is no longer valid'],
  ['ticket.failed', 'Your ticket could not be loaded'],
  ['topUp.confirming', 'Confirm'],
  ['topUp.submitting', 'Rp.575.000'],
  ['transactions.ready', 'Show more'],
  ['withdraw.confirming', 'Confirm'],
] as const;

const machines: Machines = (id) => {
  const machine = rootMachine(id);
  return machine && puppetOf(machine);
};
const states = drawnStates(machines);

async function draw(id: string) {
  const fetch = vi.fn<typeof globalThis.fetch>();
  vi.stubGlobal('fetch', fetch);
  const drawn = drawState(id, machines);
  await pageAt(drawn.pathname).load();
  const stage = stageState(window, drawn);
  const { container } = render(<StageRoot stage={stage} />);
  return { drawn, container, fetch, runtime: stage.runtime };
}

describe('the states that have a link', () => {
  test('are those of every machine of the product but those that no view draws', () => {
    const files = Object.keys(import.meta.glob('../../machines/*Machine.ts')).map((path) =>
      basename(path).replace('Machine.ts', ''),
    );
    expect([...Object.keys(madeUpWorlds), ...Object.keys(UNDRAWN)].toSorted()).toEqual(files.toSorted());
  });

  test('each is reached by what happens to its machine, and its page is drawn without a call', async () => {
    for (const id of states) {
      const { drawn, container, fetch, runtime } = await draw(id);
      const actor = createActor(drawn.machine, { input: drawn.input, clock: new SimulatedClock() }).start();
      for (const event of drawn.events) actor.send(event);
      expect({ id, isThere: isIn(drawn.snapshot, id), value: actor.getSnapshot().value }).toEqual({
        id,
        isThere: true,
        value: drawn.snapshot.value,
      });
      const { app, session, authDialog, movies, theme, overlay, toasts, shell } = runtime;
      const ofRoot = [app, session, authDialog, movies, theme, overlay, toasts, shell].map((each) =>
        each.getSnapshot(),
      );
      const ofPage = runtime.standIn?.(actor)?.getSnapshot();
      expect([...ofRoot, ofPage], id).toContainEqual(
        expect.objectContaining({ value: drawn.snapshot.value, context: drawn.snapshot.context }),
      );
      expect(container.querySelector('main > *'), id).not.toBeNull();
      expect(fetch, id).not.toHaveBeenCalled();
      actor.stop();
      cleanup();
    }
  });

  test.each(SEEN)('%s shows “%s”', async (id, text) => {
    await draw(id);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });
});

describe('the name of a state', () => {
  test('each is found by its id', () => {
    for (const id of states) expect(findState(id, states)).toEqual({ id });
  });

  test.each([
    ['booking.hall.confirming', 'booking.choosing.hall.confirming'],
    ['hall.confirming', 'booking.choosing.hall.confirming'],
    ['askingPassword', 'cancelTicket.askingPassword'],
    ['authDialog.signUp.editing', 'authDialog.open.signUp.editing'],
  ])('%s is short for %s', (asked, id) => {
    expect(findState(asked, states)).toEqual({ id });
  });

  test('a machine names its states', () => {
    const nearest = states.filter((id) => id.startsWith('topUp.'));
    expect(nearest.length).toBeGreaterThan(1);
    expect(findState('topUp', states)).toEqual({ nearest });
    expect(findState('toasts', states)).toEqual({ id: 'toasts.running' });
  });

  test('what is short for several names them, and what is a slip names what is nearest', () => {
    expect(findState('confirming', states)).toEqual({
      nearest: ['booking.choosing.hall.confirming', 'topUp.confirming', 'withdraw.confirming'],
    });
    expect(findState('booking.hall.confriming', states)).toMatchObject({
      nearest: expect.arrayContaining(['booking.choosing.hall.confirming']),
    });
    expect(findState('', states)).toMatchObject({ nearest: { length: 5 } });
  });
});
