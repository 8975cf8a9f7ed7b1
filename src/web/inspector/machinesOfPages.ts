import { StateMachine, type AnyStateMachine } from 'xstate';
import { moviePath, PATHS, ticketPath } from '#domain/paths.ts';
import type { RootMachines } from '../../recording/replayRecording.ts';
import { pageAt } from '../app/pages.ts';
import { boundApp } from '../effects/boundApp.ts';
import { boundIntents } from '../runtime/createPageDependencies.ts';

/** The machines that the product starts, as its pages hand them over: imported here they would be split off their pages. */
export async function machinesOfPages(): Promise<RootMachines> {
  const paths = Object.values(PATHS).filter((path) => !path.includes(':'));
  const pages = await Promise.all([...paths, moviePath('any'), ticketPath('any')].map((path) => pageAt(path).fetch()));
  const machines = [boundApp, boundIntents, ...pages.flatMap(exportsOf).filter(isMachine)];
  return (id) => machines.find((machine) => machine.id === id);
}

function exportsOf(page: unknown): unknown[] {
  return typeof page === 'object' && page !== null ? Object.values(page) : [];
}

function isMachine(value: unknown): value is AnyStateMachine {
  return value instanceof StateMachine;
}
