import { createActor, SimulatedClock, type EventObject } from 'xstate';
import { appMachine } from '#machines/appMachine.ts';
import type { CommandNews } from '#machines/commandMachine.ts';
import { provideEnvironment } from '#machines/environment.ts';
import type { ToastPlacement, ToastType } from '#machines/toastsMachine.ts';
import { ticketOf } from '../fixtures/people.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { commandCalls } from './commandCalls.ts';

const NEWS = new Set(['tickets.booked', 'tickets.cancelled', 'balance.changed', 'account.changed', 'notify']);

/** The root with its real commands, whose calls the test answers. */
export function openRoot() {
  const clock = new SimulatedClock();
  const { command, ...calls } = commandCalls();
  const news: CommandNews[] = [];
  const received: CommandNews[] = [];
  let keys = 0;
  const environment = testEnvironment({ createKey: () => `key-${++keys}` });
  const app = createActor(appMachine.provide({ actors: { command } }), {
    clock,
    inspect: ({ actorRef, type, ...inspected }) => {
      if (type !== '@xstate.event' || actorRef !== app || !('event' in inspected)) return;
      if (isNews(inspected.event)) news.push(inspected.event);
      if (isNews(inspected.event) || isOfQuietLine(inspected.event)) received.push(inspected.event);
    },
  });
  provideEnvironment(app, environment, app);
  app.start();

  return {
    ...calls,
    app,
    environment,
    clock,
    /** The events that the root was sent by its commands, and by pages to be shown, in order. */
    news,
    /** The same with what the quiet line says. */
    received,
    leave: () => app.send({ type: 'session.signedOut' }),
  };
}

/** A toast as machines ask for it. */
export function toast(type: ToastType, text: string, placement: ToastPlacement) {
  return { type: 'notify', notification: { type, text, placement } } as const;
}

/** The toast that leads who has bought a ticket to it. */
export function boughtToast(ticketId = 't1') {
  const link = { text: 'Open ticket', path: `/my-tickets/${ticketId}` };
  const text = 'Successful purchase of tickets';
  const invitation = { ticket: ticketOf(ticketId), friends: [] };
  return {
    type: 'notify',
    notification: { type: 'success', text, placement: 'bottom-left', link, invitation },
  } as const;
}

function isNews(event: EventObject): event is CommandNews {
  return NEWS.has(event.type);
}

function isOfQuietLine(event: EventObject): event is CommandNews {
  return event.type === 'command.unsettled' || event.type === 'command.settled';
}
