import { matchPath } from 'react-router-dom';
import { PATHS, type Route } from '#domain/paths.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import { confirmDialogInput, confirmDialogMachine } from '#machines/confirmDialogMachine.ts';
import { environmentOf } from '#machines/environment.ts';
import { myInfoMachine } from '#machines/myInfoMachine.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { ticketMachine } from '#machines/ticketMachine.ts';
import { transactionsMachine } from '#machines/transactionsMachine.ts';
import { bookingData } from '../../src/web/pages/movie/bookingPage.ts';
import { readArrival } from '../../src/web/pages/wallet/topUpArrival.ts';
import type { LoadedPage, PageData } from '../../src/web/runtime/pageData.ts';
import { routeParams } from '../../src/web/runtime/routeParams.ts';

interface Page {
  readonly route: Route;
  readonly personal?: AppLocation['personal'];
  readonly loaded?: LoadedPage;
}

/** A page with a form or a list, and a dialog that confirms a command. */
function confirmDialogPage(
  route: Route,
  optionsOf: (location: Pick<AppLocation, 'state'>) => Parameters<typeof confirmDialogInput>[1],
): Page {
  const input: PageData<typeof confirmDialogMachine>['input'] = (location, system) =>
    confirmDialogInput(system, optionsOf(location));
  return {
    route,
    personal: 'guarded',
    loaded: { machine: 'confirmDialog', data: { machine: confirmDialogMachine, command: commandMachine, input } },
  };
}

/** The pages without their views, so that Node runs them without a bundler. A test compares them with `src/web/app/pages.ts`. */
export const pages: readonly Page[] = [
  { route: PATHS.home },
  { route: PATHS.movies },
  { route: PATHS.movie, loaded: { machine: 'booking', data: bookingData } },
  confirmDialogPage(PATHS.myTickets, () => ({
    kind: 'cancellation',
    requiresPassword: true,
    exit: undefined,
    amountText: '',
  })),
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
  confirmDialogPage(PATHS.topUp, ({ state }) => ({ kind: 'topUp', requiresPassword: false, ...readArrival(state) })),
  confirmDialogPage(PATHS.withdraw, () => ({
    kind: 'withdrawal',
    requiresPassword: true,
    exit: PATHS.home,
    amountText: '',
  })),
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

/** Resolves a history entry to a location. Titles and sections play no part in a simulation. */
export function locationOf(entry: HistoryEntry): AppLocation {
  const page = pageAt(entry.pathname);
  const params = page === undefined ? {} : routeParams(page.route, entry.pathname);
  return { ...entry, route: page?.route, params, title: '', section: undefined, personal: page?.personal };
}

/** The machine of the page at a location. */
export function loadPage({ pathname }: AppLocation): LoadedPage | undefined {
  return pageAt(pathname)?.loaded;
}

function pageAt(pathname: string): Page | undefined {
  return pages.find(({ route }) => matchPath(route, pathname) !== null);
}
