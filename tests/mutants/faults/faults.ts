import type { Fault } from '../fault.ts';
import { domainFaults } from './domainFaults.ts';
import { effectsFaults } from './effectsFaults.ts';
import { machinesFaults } from './machinesFaults.ts';
import { serverFaults } from './serverFaults.ts';
import { viewsFaults } from './viewsFaults.ts';

/** Every fault that the tests are tried with. */
export const faults: readonly Fault[] = [
  ...domainFaults,
  ...machinesFaults,
  ...serverFaults,
  ...effectsFaults,
  ...viewsFaults,
];
