import { act, cleanup, screen } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { isIn } from '../fixtures/reachState.ts';
import { dialogStates, renderedStates, reviewingStates } from '../fixtures/renderedStates.ts';
import { textsBesideNodes } from '../textsBesideNodes.ts';
import { loadOnDemand } from './openProduct.tsx';
import { pressControls, type Sent } from './pressControls.ts';
import { renderState } from './renderState.tsx';

/** A text that the page shows in a state. */
const SEEN: ReadonlyMap<string, string> = new Map([
  ['app.location.signedOut', messages.signInToSee],
  ['app.location.failed', messages.unreachable],
  ['authDialog.open.signIn.editing', 'User name is required!'],
  ['authDialog.open.signUp.editing', 'Display name is required!'],
  ['booking.choosing.choosingShowtime.reviewing', 'Buy Tickets'],
  ['commandDialog.open.submitting', 'Metropolis, 05 Mar, 14.30'],
  ['commandDialog.finished', 'Top Up'],
  ['hall.seats.failed', 'The seats could not be loaded'],
  ['changePassword.editing', 'Password is required!'],
  ['invite.showingLink', 'Copy the link here:'],
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
]);

/** Groups that a screen reader announces without saying of what. */
const UNNAMED = ':is(nav, section, [role=group], [role=dialog]):not([aria-label], [aria-labelledby])';

/** The letters and digits of the reader's language in these tests. */
const ARABIC = /\p{Script=Arabic}|[٠-٩]/u;

/** The states of each machine, by machine id. */
const statesOf = Map.groupBy(renderedStates(), (id) => id.split('.')[0] ?? '');

beforeAll(loadOnDemand);

test('each state with a text is a rendered one', () => {
  expect([...SEEN.keys()].filter((id) => !renderedStates().includes(id))).toEqual([]);
});

describe('the rendered states of the machines', () => {
  test.each([...statesOf])(
    'each state of %s renders its page without requests, with texts that browsers can translate, groups that have names, and controls that look usable exactly when they are',
    async (_, ids) => {
      const faults: string[] = [];
      for (const id of ids) {
        const sent: Sent[] = [];
        const { snapshot, container, fetch, frozen } = await renderState(id, (...event) => sent.push(event));
        // Dialogs and menus render once their code has loaded.
        await act(async () => undefined);
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
        expect(document.body.innerHTML, `${id}: the text is formatted in the reader’s locale`).not.toMatch(ARABIC);
        const unnamed = Array.from(document.querySelectorAll(UNNAMED), ({ outerHTML }) => outerHTML.slice(0, 80));
        expect(unnamed, `${id}: give each group a name`).toEqual([]);
        expect(document.body.textContent, id).toContain(SEEN.get(id) ?? '');
        faults.push(...pressControls(() => sent.splice(0)).map((fault) => `${id}: ${fault}`));
        cleanup();
      }
      expect(faults, 'controls that look usable although they are not, or the reverse').toEqual([]);
    },
  );

  test.each(reviewingStates.flatMap((id) => dialogStates.map((state) => [id, state] as const)))(
    'the controls in the dialog of %s look usable exactly when they are, while it is %s',
    async (id, state) => {
      const sent: Sent[] = [];
      await renderState(id, (...event) => sent.push(event), state);
      await screen.findByRole('dialog');
      expect(pressControls(() => sent.splice(0))).toEqual([]);
    },
  );
});
