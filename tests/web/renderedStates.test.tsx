import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '#domain/messages.ts';
import { AppRoot } from '../../src/web/rendering/AppRoot.tsx';
import { frozenApp } from '../fixtures/frozenApp.ts';
import { isIn } from '../fixtures/reachState.ts';
import { renderedState, renderedStates } from '../fixtures/renderedStates.ts';
import { textsBesideNodes } from '../textsBesideNodes.ts';

/** A text that the page shows in each of these states. */
const SEEN = [
  ['app.location.signedOut', messages.signInToSee],
  ['app.location.failed', messages.unreachable],
  ['authDialog.open.signIn.editing', 'User name is required!'],
  ['authDialog.open.signUp.editing', 'Display name is required!'],
  ['booking.choosing.hall.confirming', 'Buy Tickets'],
  ['commandDialog.open.submitting', 'Metropolis, 05 Mar, 14.30'],
  ['commandDialog.finished', 'Show as list'],
  ['hall.seats.failed', 'The seats could not be loaded'],
  ['changePassword.editing', 'Password is required!'],
  ['invite.showingLink', 'The link could not be copied. Copy it here:'],
  ['seatView.list', 'Row B: 6 free, 2 selected'],
  ['session.signedIn.failed', 'Your tickets could not be loaded'],
  ['session.signedIn.ready.current', 'Metropolis'],
  ['shell.drawer.open', 'Dark theme'],
  ['shell.userMenu.open', 'LOG OUT'],
  ['ticket.cancelled', 'Cancelled: it is no longer valid'],
  ['amountForm.reviewing', 'Rp.575.000'],
  ['myTickets.reviewing', 'Cancel Ticket'],
  ['transactions.ready', 'Show more'],
  ['transactions.moreFailed', messages.unreachable],
] as const;

async function renderState(id: string) {
  const fetch = vi.fn<typeof globalThis.fetch>();
  vi.stubGlobal('fetch', fetch);
  const state = renderedState(id);
  const { app, frozen } = await frozenApp(state);
  onTestFinished(() => void app.stop());
  const { container } = render(
    <MemoryRouter initialEntries={[state.pathname + state.search]}>
      <AppRoot app={app} />
    </MemoryRouter>,
  );
  return { ...state, container, fetch, frozen };
}

describe('the rendered states of the machines', () => {
  test('each state renders its page without requests, and its texts can be translated by the browser', async () => {
    for (const id of renderedStates()) {
      const { snapshot, container, fetch, frozen } = await renderState(id);
      expect({ id, isActive: isIn(snapshot, id) }).toEqual({ id, isActive: true });
      const actor = frozen.get(snapshot.machine.id);
      expect(actor?.getSnapshot(), `the page of ${id} has an actor in this state`).toMatchObject({
        value: snapshot.value,
        context: snapshot.context,
      });
      expect(container.querySelector('main > *'), id).not.toBeNull();
      expect(fetch, id).not.toHaveBeenCalled();
      const dialogs = document.querySelectorAll('[role="dialog"]');
      expect(textsBesideNodes([container, ...dialogs]), `${id}: give each text an element of its own`).toEqual([]);
      cleanup();
    }
  });

  test.each(SEEN)('%s shows “%s”', async (id, text) => {
    await renderState(id);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });
});
