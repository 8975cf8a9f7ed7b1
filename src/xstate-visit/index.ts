export { startVisit, type StartOptions, type Visit } from './startVisit.ts';
export { startedActors, type Machines } from './recording/actors.ts';
export { harmless } from './recording/harmless.ts';
export { createPlaceholders, type Placeholders } from './recording/placeholders.ts';
export { asObject, createPlainData } from './recording/plainData.ts';
export { withoutSecrets, type TextRule } from './recording/secrets.ts';
