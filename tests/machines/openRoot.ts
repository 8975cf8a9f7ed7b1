import {
  createActor,
  SimulatedClock,
  type ActorRefFrom,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  type InputFrom,
} from 'xstate';
import type { AppLocation } from '#machines/navigation.ts';
import { appMachine } from '#machines/appMachine.ts';
import { provideEnvironment, type Environment, type PageMachine } from '#machines/environment.ts';
import type { Notification, ToastPlacement, ToastType } from '#machines/toastsMachine.ts';
import { ticketOf } from '../fixtures/people.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { commandCalls } from './commandCalls.ts';

const SESSION_EVENTS = new Set(['tickets.booked', 'tickets.cancelled', 'balance.changed', 'account.changed']);

/** The root with a signed-in user and its real commands. The test answers their requests. */
export function openRoot({
  storage = {},
  device = {},
}: { storage?: Partial<Environment['storage']>; device?: Partial<Environment['device']> } = {}) {
  const clock = new SimulatedClock();
  const { command, ...calls } = commandCalls();
  const notices: AnyEventObject[] = [];
  const received: AnyEventObject[] = [];
  let keys = 0;
  let pages = 0;
  let page: PageMachine | undefined;
  const empty = testEnvironment({ createKey: () => `key-${++keys}`, loadPage: () => page });
  const environment = {
    ...empty,
    storage: { ...empty.storage, ...storage },
    device: { ...empty.device, ...device },
  };
  const machine = appMachine.provide({ actors: { command } });
  const app = createActor(machine, {
    clock,
    systemId: 'app',
    inspect: ({ actorRef, type, ...inspected }) => {
      if (type !== '@xstate.event' || !('event' in inspected)) return;
      const { session, shell, toasts } = app.getSnapshot().children;
      const { event } = inspected;
      const isNotice = (actorRef === session && SESSION_EVENTS.has(event.type)) || actorRef === toasts;
      if (isNotice && event.type !== 'xstate.init') notices.push(event);
      const isUnsettled = actorRef === shell && event.type.startsWith('command.');
      if ((isNotice && event.type !== 'xstate.init') || isUnsettled) received.push(event);
    },
  });
  provideEnvironment(app, environment);
  app.start();
  app.send({ type: 'session.signedIn' });
  const goTo = (opened: PageMachine | undefined, at: Pick<Partial<AppLocation>, 'params' | 'search'> = {}) => {
    page = opened;
    const location = {
      route: undefined,
      params: {},
      pathname: `/page-${++pages}`,
      search: '',
      key: '',
      state: undefined,
    };
    const shown = { ...location, title: '', section: undefined, personal: undefined, ...at };
    app.send({ type: 'location.changed', location: shown, isReturn: true });
  };

  return {
    /** Shows a page that runs this machine, and stops the machine of the previous page. `at` is what its machine reads of the URL. */
    openPage: <Page extends AnyStateMachine>(
      id: PageMachine['machine'],
      logic: Page,
      input: InputFrom<Page>,
      at?: Parameters<typeof goTo>[1],
    ) => {
      machine.implementations.actors[id] = logic;
      goTo({ machine: id, input }, at);
      const actor: AnyActorRef | undefined = app.getSnapshot().children.page;
      if (!isActorOf(logic, actor)) throw new Error(`The root does not run ${id}`);
      return actor;
    },
    /** Shows a page without a machine. */
    leavePage: () => goTo(undefined),
    ...calls,
    app,
    environment,
    clock,
    /** The events about changes and toasts that commands and pages sent, in order. */
    notices,
    /** The same events, plus those of the status line. */
    received,
    leave: () => app.send({ type: 'session.signedOut' }),
  };
}

/** The event that shows a toast. */
export function toast(type: ToastType, content: Notification['content'], placement: ToastPlacement) {
  return { type: 'notify', notification: { type, content, placement } } as const;
}

/** The toast after a purchase, with a link to the ticket. */
export function boughtToast(ticketId = 't1') {
  const link = { page: 'ticket', path: `/my-tickets/${ticketId}` };
  const invitation = { ticket: ticketOf(ticketId), friends: [] };
  return {
    type: 'notify',
    notification: { type: 'success', content: { code: 'bought' }, placement: 'bottom-left', link, invitation },
  } as const;
}

function isActorOf<Machine extends AnyStateMachine>(
  machine: Machine,
  actor: AnyActorRef | undefined,
): actor is ActorRefFrom<Machine> {
  return actor?.getSnapshot().machine === machine;
}
