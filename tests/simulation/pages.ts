import { matchPath } from 'react-router-dom';
import { PATHS, PERSONAL, type Route } from '#domain/paths.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { amountFormInput, amountFormMachine } from '#machines/amountFormMachine.ts';
import { environmentOf } from '#machines/environment.ts';
import { myInfoMachine } from '#machines/myInfoMachine.ts';
import { myTicketsInput, myTicketsMachine } from '#machines/myTicketsMachine.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { ticketMachine } from '#machines/ticketMachine.ts';
import { transactionsInput, transactionsMachine } from '#machines/transactionsMachine.ts';
import { bookingData } from '../../src/web/pages/movie/bookingPage.ts';
import { readArrival } from '../../src/web/pages/wallet/topUpArrival.ts';
import type { LoadedPage, PageData } from '../../src/web/actors/pageData.ts';
import { routeParams } from '../../src/web/actors/routeParams.ts';

interface Page {
  readonly route: Route;
  readonly personal: AppLocation['personal'];
  readonly loaded: LoadedPage | undefined;
}

/** The page of a form for an amount, with the dialog that confirms it. */
function amountPage(
  optionsOf: (location: Pick<AppLocation, 'state'>) => Parameters<typeof amountFormInput>[1],
): LoadedPage {
  const input: PageData<typeof amountFormMachine>['input'] = (location, system) =>
    amountFormInput(system, optionsOf(location));
  return { machine: 'amountForm', data: { machine: amountFormMachine, command: commandMachine, input } };
}

/** The machines of the pages without their views, so that Node runs them without a bundler. */
const machines: Readonly<Partial<Record<Route, LoadedPage>>> = {
  [PATHS.movie]: { machine: 'booking', data: bookingData },
  [PATHS.myTickets]: {
    machine: 'myTickets',
    data: { machine: myTicketsMachine, command: commandMachine, input: (_, system) => myTicketsInput(system) },
  },
  [PATHS.ticket]: {
    machine: 'ticket',
    data: {
      machine: ticketMachine,
      input: ({ params: { ticketId } }, system) =>
        ticketId === undefined ? undefined : { ticketId, now: environmentOf(system).clock.now() },
    },
  },
  [PATHS.topUp]: amountPage(({ state }) => ({ kind: 'topUp', ...readArrival(state) })),
  [PATHS.withdraw]: amountPage(() => ({ kind: 'withdrawal', exit: PATHS.home, amountText: '' })),
  [PATHS.transactions]: {
    machine: 'transactions',
    data: { machine: transactionsMachine, input: ({ search }) => transactionsInput(search) },
  },
  [PATHS.myInfo]: { machine: 'myInfo', data: { machine: myInfoMachine, input: () => ({}) } },
};

/** All pages. A test compares them with `src/web/router/pages.ts`. */
export const pages: readonly Page[] = Object.values(PATHS).map((route) => ({
  route,
  personal: PERSONAL.has(route) ? 'guarded' : route === PATHS.ticket ? 'guardsItself' : undefined,
  loaded: machines[route],
}));

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
