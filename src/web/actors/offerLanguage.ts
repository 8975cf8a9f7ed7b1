import type { Language } from '#domain/languages.ts';
import { environmentOf } from '#machines/environment.ts';
import { toToasts } from '#machines/targets.ts';
import { notify } from '#machines/toastsMachine.ts';
import type { App } from './openApp.ts';

/** Offers the pages in the language that the browser prefers, once for each device. The toast stays until the user closes it. */
export function offerLanguage({ system }: Pick<App, 'system'>, language: Language): void {
  if (environmentOf(system).storage.languageOffer.read() !== undefined) return;
  offerNoLanguage({ system }, language);
  // At the bottom, because on small screens it would cover the heading of the page for as long as it stays.
  const offer = notify('info', { code: 'language_offered', language }, 'bottom-left');
  toToasts({ system }).send({ ...offer, notification: { ...offer.notification, duration: null } });
}

/** Lets no later visit on this device offer a language, because the user knows of this one. */
export function offerNoLanguage({ system }: Pick<App, 'system'>, language: string): void {
  environmentOf(system).storage.languageOffer.write(language);
}
