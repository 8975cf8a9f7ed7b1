import { createActor } from 'xstate';
import type { OfferedLanguage } from '#domain/languages.ts';
import { languageOfferMachine } from '#machines/languageOfferMachine.ts';
import type { App } from './openApp.ts';

/** Runs the machine that offers the pages in the language that the browser prefers. Its code loads only for such browsers. */
export function offerLanguage(app: App, language: OfferedLanguage): void {
  createActor(languageOfferMachine, { id: 'languageOffer', parent: app, input: { language } }).start();
}
