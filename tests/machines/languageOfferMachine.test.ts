import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { languageOfferMachine } from '#machines/languageOfferMachine.ts';
import { notify } from '#machines/toastsMachine.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { openSystem } from './openSystem.ts';
import { storedText } from './storedText.ts';

test('offers the language that the browser prefers once, and not at a later visit', () => {
  const environment = testEnvironment();
  const languageOffer = storedText();
  const visit = () => {
    const { parent, sent } = openSystem({
      environment: { ...environment, storage: { ...environment.storage, languageOffer } },
    });
    const actor = createActor(languageOfferMachine, { parent, input: { language: 'id' } }).start();
    return { state: actor.getSnapshot().value, sent };
  };
  const offer = notify('info', { code: 'language_offered', language: 'id' }, 'bottom-left');
  expect(visit()).toEqual({ state: 'offered', sent: [offer] });
  expect(languageOffer.read()).toBe('id');
  expect(visit()).toEqual({ state: 'declined', sent: [] });
});
