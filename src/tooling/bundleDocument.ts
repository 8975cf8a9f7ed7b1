import type { Plugin } from 'vite';
import { basePath, languageAt, LANGUAGES, type Language } from '#domain/languages.ts';
import { isDoor } from '#domain/doorPath.ts';
import { documentMessages } from '../messages/documents.ts';

export const DOOR_DOCUMENT = 'src/web/door/index.html';

const PLACEHOLDER = /__([a-z][A-Za-z]+)__/g;

/** The import condition by which `#messages` resolves to a language's messages. The first language is the default. */
export function languageCondition(language: Language): string {
  return `language-${language}`;
}

/** The languages as index.html has them, for the code that runs before the product. */
const languages = { firstLanguage: LANGUAGES[0], prefixes: LANGUAGES.slice(1).join('|') };

/** Writes the texts of the build's language into index.html. */
export function documentTexts(): Plugin {
  let language: Language = LANGUAGES[0];
  return {
    name: 'document-texts',
    configResolved: ({ resolve }) => {
      language = LANGUAGES.find((each) => resolve.conditions.includes(languageCondition(each))) ?? LANGUAGES[0];
    },
    transformIndexHtml: { order: 'pre', handler: (html) => documentIn(language, html) },
  };
}

/** Serves the door during development, where each document has the path of its file. */
export function serveDoor(): Plugin {
  return {
    name: 'serve-door',
    configureServer: ({ config, middlewares }) => {
      middlewares.use((request, _response, next) => {
        const { url = '' } = request;
        // The server of the first language passes the pages of the others on.
        const isOwn = `${basePath(languageAt(url))}/` === config.base;
        if (isOwn && isDoor(url)) request.url = config.base + DOOR_DOCUMENT;
        next();
      });
    },
  };
}

/** The document in a language. Throws when it has a placeholder without a text. */
export function documentIn(language: Language, html: string): string {
  const own = { language, base: basePath(language) };
  const texts = new Map(Object.entries({ ...documentMessages[language], ...languages, ...own }));
  return html.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`The document has ${placeholder}, but the messages have no ${name}`);
    return text;
  });
}
