import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { basePath, LANGUAGES, type Language } from '#domain/languages.ts';
import { documentMessages } from '../src/messages/documents.ts';
import { documentIn, languageCondition } from '../src/tooling/bundleDocument.ts';
import { messageFolders } from '../src/tooling/messageFolders.ts';
import { projectRoot } from '../src/tooling/projectRoot.ts';
import { textsOf } from './fixtures/texts.ts';

const read = (path: string) => readFileSync(`${projectRoot}/${path}`, 'utf8');
const manifestSchema = v.looseObject({ description: v.string(), lang: v.string() });
const readManifest = (language: Language) =>
  v.parse(manifestSchema, JSON.parse(read(`src/web/public${basePath(language)}/manifest.webmanifest`)));

const budgetsSchema = v.object({ budgets: v.array(v.object({ language: v.optional(v.string()) })) });
const localeSchema = v.object({ locale: v.string() });

describe('every language of the product', () => {
  test.each(LANGUAGES)('%s is a two-letter code', (language) => {
    expect(language).toMatch(/^[a-z]{2}$/);
  });

  test('all have their import condition in package.json, with the default last', () => {
    const [first, ...others] = LANGUAGES;
    expect(messageFolders()).toEqual([
      ...others.map((language) => [languageCondition(language), `./src/messages/${language}/*`]),
      ['default', `./src/messages/${first}/*`],
    ]);
  });

  test.each(LANGUAGES.slice(1))('%s: package.json has a budget for the first load of its pages', (language) => {
    const { budgets } = v.parse(budgetsSchema, JSON.parse(read('package.json')));
    expect(budgets.map((budget) => budget.language)).toContain(language);
  });

  test.each(LANGUAGES)('%s: its messages name it, its prefix and the other languages', async (language) => {
    const messages: unknown = { ...(await import(`../src/messages/${language}/language.ts`)) };
    const others = LANGUAGES.filter((each) => each !== language).map((each) => ({
      language: each,
      base: basePath(each),
      name: expect.any(String),
    }));
    const locale: unknown = expect.stringMatching(`^${language}-`);
    expect(messages).toEqual({ language, base: basePath(language), locale, others });
  });

  test.each(LANGUAGES)('%s: short dates have the months of its locale', async (language) => {
    const { locale } = v.parse(localeSchema, await import(`../src/messages/${language}/language.ts`));
    const dates = Array.from({ length: 12 }, (_, index) => DateTime.utc(2026, index + 1, 7));
    const shown = dates.map((date) => textsOf[language].dates.shortDate(date.toFormat('dd MMM', { locale: 'en-US' })));
    expect(shown).toEqual(dates.map((date) => date.toFormat('dd MMM', { locale })));
  });

  test.each(LANGUAGES)('%s: its document has its texts, in markup and scripts', (language) => {
    const html = documentIn(language, read('index.html'));
    const { description, notLoaded, retry, needsJavaScript, needsNewerBrowser } = documentMessages[language];
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`content="${description}"`);
    expect(html).toContain(`textContent = '${notLoaded}'`);
    expect(html).toContain(`textContent = '${retry}'`);
    expect(html).toContain(needsJavaScript);
    expect(html).toContain(needsNewerBrowser);
    expect(html).toContain(`href="${basePath(language)}/manifest.webmanifest"`);
    for (const text of Object.values(documentMessages[language])) expect(text).not.toMatch(/[<>&"'\\]/);
  });

  test.each(LANGUAGES.slice(1))('%s: the installed product opens in this language', (language) => {
    const { description } = documentMessages[language];
    const prefix = basePath(language);
    const own = { description, lang: language, id: prefix, start_url: prefix };
    expect(readManifest(language)).toEqual({ ...readManifest(LANGUAGES[0]), ...own });
    expect(readManifest(LANGUAGES[0]).description).toBe(documentMessages[LANGUAGES[0]].description);
  });

  test('control: a text that the messages lack is an error of the build', () => {
    expect(() => documentIn('id', '<p>__greeting__</p>')).toThrow('The document has __greeting__');
  });
});
