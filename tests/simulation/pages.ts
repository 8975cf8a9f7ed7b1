import { matchPath } from 'react-router-dom';
import { PATHS, type Route } from '#domain/paths.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { amountFormInput, amountFormMachine } from '#machines/amountFormMachine.ts';
import { environmentOf } from '#machines/environment.ts';
import { myInfoMachine } from '#machines/myInfoMachine.ts';
import { myTicketsInput, myTicketsMachine } from '#machines/myTicketsMachine.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { ticketMachine } from '#machines/ticketMachine.ts';
import { transactionsMachine } from '#machines/transactionsMachine.ts';
import { bookingData } from '../../src/web/pages/movie/bookingPage.ts';
import { readArrival } from '../../src/web/pages/wallet/topUpArrival.ts';
import type { LoadedPage, PageData } from '../../src/web/actors/pageData.ts';
import { routeParams } from '../../src/web/actors/routeParams.ts';

interface Page {
  readonly route: Route;
  readonly personal?: AppLocation['personal'];
  readonly loaded?: LoadedPage;
}

/** The page of a form for an amount, with the dialog that confirms it. */
function amountPage(
  route: Route,
  optionsOf: (location: Pick<AppLocation, 'state'>) => Parameters<typeof amountFormInput>[1],
): Page {
  const input: PageData<typeof amountFormMachine>['input'] = (location, system) =>
    amountFormInput(system, optionsOf(location));
  return {
    route,
    personal: 'guarded',
    loaded: { machine: 'amountForm', data: { machine: amountFormMachine, command: commandMachine, input } },
  };
}

/** The pages without their views, so that Node runs them without a bundler. A test compares them with `src/web/router/pages.ts`. */
export const pages: readonly Page[] = [
  { route: PATHS.home },
  { route: PATHS.movies },
  { route: PATHS.movie, loaded: { machine: 'booking', data: bookingData } },
  {
    route: PATHS.myTickets,
    personal: 'guarded',
    loaded: {
      machine: 'myTickets',
      data: { machine: myTicketsMachine, command: commandMachine, input: (_, system) => myTicketsInput(system) },
    },
  },
  {
    route: PATHS.ticket,
    personal: 'guardsItself',
    loaded: {
      machine: 'ticket',
      data: {
        machine: ticketMachine,
        input: ({ params: { ticketId } }, system) =>
          ticketId === undefined ? undefined : { ticketId, now: environmentOf(system).clock.now() },
      },
    },
  },
  amountPage(PATHS.topUp, ({ state }) => ({ kind: 'topUp', ...readArrival(state) })),
  amountPage(PATHS.withdraw, () => ({ kind: 'withdrawal', exit: PATHS.home, amountText: '' })),
  {
    route: PATHS.transactions,
    personal: 'guarded',
    loaded: { machine: 'transactions', data: { machine: transactionsMachine, input: () => ({}) } },
  },
  {
    route: PATHS.myInfo,
    personal: 'guarded',
    loaded: { machine: 'myInfo', data: { machine: myInfoMachine, input: () => ({}) } },
  },
  { route: PATHS.about },
];

/** An entry of a tab's history. */
export interface HistoryEntry {
  readonly pathname: string;
  readonly search: string;
  readonly key: string;
  readonly state: unknown;
}

/** Resolves a history entry to a location. Sections play no part in a simulation. */
export function locationOf(entry: HistoryEntry): AppLocation {
  const page = pageAt(entry.pathname);
  const params = page === undefined ? {} : routeParams(page.route, entry.pathname);
  return { ...entry, route: page?.route, params, section: undefined, personal: page?.personal };
}

/** The machine of the page at a location. */
export function loadPage({ pathname }: AppLocation): LoadedPage | undefined {
  return pageAt(pathname)?.loaded;
}

function pageAt(pathname: string): Page | undefined {
  return pages.find(({ route }) => matchPath(route, pathname) !== null);
}
