import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createActor, type ActorRefFrom } from 'xstate';
import * as messages from '#messages/door.ts';
import type { DoorAnswer } from '#domain/door.ts';
import { provideDoorEnvironment } from '#machines/doorEnvironment.ts';
import { doorMachine } from '#machines/doorMachine.ts';
import { createDoorEnvironment } from '../../src/web/door/createDoorEnvironment.ts';
import { DoorApp } from '../../src/web/door/DoorApp.tsx';
import { DoorContext } from '../../src/web/door/doorContext.ts';
import { AnswerSheet } from '../../src/web/door/AnswerSheet.tsx';
import { conflict, doorFixture, doorScreening } from '../fixtures/doorFixture.ts';
import { isIn, reachState, stableStates } from '../fixtures/reachState.ts';
import { addDoor, buyWithCode, THURSDAY_EVENING } from '../server/atTheDoor.ts';
import { addPerson } from '../server/people.ts';
import { textsBesideNodes } from '../textsBesideNodes.ts';
import { openNetwork, unreachable } from './network.ts';
import { openTestApp } from './openProduct.tsx';

/** Groups that a screen reader announces without saying of what. */
const UNNAMED = ':is(nav, section, [role=group]):not([aria-label], [aria-labelledby])';

function show(actor: ActorRefFrom<typeof doorMachine>, view = <DoorApp />) {
  const running = { actor, showCamera: () => undefined, changeTheme: () => undefined, zone: 'Asia/Jakarta' };
  return render(<DoorContext value={running}>{view}</DoorContext>);
}

test('each state of a door renders, with texts that browsers can translate and groups that have names', () => {
  const ids = stableStates(doorMachine);
  expect(ids.length).toBeGreaterThan(20);
  for (const id of ids) {
    const reached = reachState(doorFixture, id);
    if (reached === undefined) throw new Error(`tests/fixtures/doorFixture.ts does not lead to ${id}`);
    const snapshot = JSON.parse(JSON.stringify(reached));
    const actor = createActor(doorMachine, { snapshot: { ...snapshot, children: {} } });
    expect([id, isIn(actor.getSnapshot(), id)]).toEqual([id, true]);
    const { container } = show(actor);
    expect(container.querySelector('main > *'), id).not.toBeNull();
    expect(textsBesideNodes([container]), `${id}: give each text an element of its own`).toEqual([]);
    const unnamed = Array.from(container.querySelectorAll(UNNAMED), ({ outerHTML }) => outerHTML.slice(0, 80));
    expect(unnamed, `${id}: give each group a name`).toEqual([]);
    cleanup();
  }
});

const SEEN = { seatNumbers: [12, 13], admittedAt: '2026-03-05T13:00:00.000Z' };

test.each<readonly [DoorAnswer, readonly string[]]>([
  [{ answer: 'welcome', ...SEEN }, ['Welcome', 'Row B · 12–13', 'Seats 12 and 13 · 2 people']],
  [
    { answer: 'already_inside', ...SEEN, seatNumbers: [12], door: 'Balcony' },
    ['Already inside', 'Row B · 12', 'Seat 12 · 1 person', 'Since 20.00, at Balcony'],
  ],
  [{ answer: 'another_screening', ...doorScreening }, ['Another screening', 'Metropolis', '05 Mar, 14.30']],
  [{ answer: 'too_early', opensAt: SEEN.admittedAt }, ['Too early', 'The doors open at 20.00']],
])('says what there is to know about a ticket: %j', (answer, lines) => {
  const { getByRole } = show(createActor(doorMachine), <AnswerSheet answer={answer} />);
  expect(Array.from(getByRole('alert').querySelectorAll('p'), ({ textContent }) => textContent)).toEqual(lines);
});

test('says of an undo that came too late that the ticket still counts as inside', () => {
  const snapshot = JSON.parse(JSON.stringify(reachState(doorFixture, 'door.withoutLink')));
  snapshot.context.conflicts = [{ ...conflict, kind: 'undo', outcome: { answer: 'not_undone' } }];
  show(createActor(doorMachine, { snapshot: { ...snapshot, children: {} } }));
  expect(screen.getByRole('alert').textContent).toBe(messages.notUndone);
});

describe('reliability 76: a door', () => {
  test('ignores the camera while a code is typed, until the field is empty or left', async () => {
    const { actor, user } = await openDoor();
    const isTyping = () => actor.getSnapshot().matches({ admitting: { desk: 'typing' } });
    const field = screen.getByLabelText(messages.code);
    await user.type(field, '7');
    expect(isTyping()).toBe(true);
    await user.clear(field);
    expect(isTyping()).toBe(false);
    await user.type(field, '7');
    await user.tab();
    expect(isTyping()).toBe(false);
  });

  test('admits a typed code once, undoes it, and sends later what the server did not answer', async () => {
    const { codes, enter, network, user } = await openDoor();
    const [first, second] = codes;
    await enter(first);
    await screen.findByText(messages.answers.welcome);
    await screen.findByText(messages.seatsInside(2, 3));
    await user.click(screen.getByRole('button', { name: messages.undo('Seats 12 and 13') }));
    await screen.findByText(messages.answers.undone);
    await screen.findByText(messages.seatsInside(0, 3));
    network.nextCall('POST door/admissions', unreachable);
    await enter(second);
    await screen.findByText(messages.answers.welcome_unconfirmed);
    await screen.findByText(messages.notSent(1));
    goOnline();
    await screen.findByText(messages.online);
    expect(screen.queryByText(messages.notSent(1))).toBeNull();
    const keys = network.callsOf('POST door/admissions').map(({ idempotencyKey }) => idempotencyKey);
    expect([keys.length, new Set(keys).size]).toEqual([3, 2]);
  });

  test('keeps a code in the field while another one is checked, and a hand scanner replaces it', async () => {
    const { codes, enter, network, user } = await openDoor();
    const [first, second] = codes;
    const { arrived, release } = network.holdNext('POST door/admissions');
    await enter(first);
    await arrived;
    await enter(second);
    const field = screen.getByLabelText<HTMLInputElement>(messages.code);
    expect(field.value).toBe(second.toLowerCase());
    release();
    await screen.findByText(messages.seatsInside(2, 3));
    await user.keyboard(`${second}{Enter}`);
    await screen.findByText(messages.seatsInside(3, 3));
  });

  test('that was closed while it was offline lists what it could not send, and the next link sends it', async () => {
    const { choose, cinema, codes, enter, network } = await openDoor();
    network.nextCall('POST door/admissions', unreachable);
    await enter(codes[0]);
    await screen.findByText(messages.answers.welcome_unconfirmed);
    await cinema.db.updateTable('doors').set({ closed_at: cinema.clock.now }).execute();
    goOnline();
    await screen.findByRole('heading', { name: messages.doorClosed });
    within(screen.getByRole('region', { name: messages.unsent })).getByText('Seats 12 and 13');
    const { token } = await addDoor(cinema, 'Balcony');
    window.history.replaceState(null, '', `/door#${token}`);
    act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
    await choose();
    await screen.findByText(messages.seatsInside(2, 3));
    expect(screen.queryByText(messages.notSent(1))).toBeNull();
  });
});

function goOnline(): void {
  act(() => void window.dispatchEvent(new Event('online')));
}

/** The page of a door for the screening of tonight, with tickets of two seats and of one. */
async function openDoor() {
  const cinema = await openTestApp({ now: THURSDAY_EVENING });
  const { token } = await addDoor(cinema);
  const person = await addPerson(cinema, { balance: 500_000 });
  const first = await buyWithCode(cinema, person, { seatNumbers: [12, 13] });
  const second = await buyWithCode(cinema, person, { seatNumbers: [14] });
  const network = openNetwork(cinema.app);
  window.history.replaceState(null, '', `/door#${token}`);
  const environment = createDoorEnvironment(
    window,
    { start: () => () => undefined },
    { fetch: network.fetch, now: () => cinema.clock.now },
  );
  const actor = createActor(doorMachine);
  provideDoorEnvironment(actor, environment);
  actor.start();
  onTestFinished(async () => {
    await network.settle();
    actor.stop();
  });
  show(actor);
  const user = userEvent.setup({ delay: null });
  const choose = async () => user.click(await screen.findByRole('button', { name: /^Next\s*The Kid/ }));
  await choose();
  await screen.findByText(messages.seatsInside(0, 3));
  const enter = async (code: string) => {
    const field = screen.getByLabelText(messages.code);
    // user-event does not notice that the form was reset.
    await user.clear(field);
    await user.type(field, `${code.toLowerCase()}{Enter}`);
  };
  return { actor, cinema, codes: [first.code, second.code] as const, choose, enter, network, user };
}
