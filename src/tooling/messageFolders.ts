import * as v from 'valibot';
import type { Language } from '#domain/languages.ts';
import { OperatorError } from '../server/errors.ts';
import { languageCondition } from './bundleDocument.ts';
import { readJson } from './manifest.ts';

const packageSchema = v.object({ imports: v.object({ '#messages/*': v.record(v.string(), v.string()) }) });

/** The folder of `#messages` for each import condition in package.json. The first condition that is set applies. */
export function messageFolders(): [condition: string, folder: string][] {
  return Object.entries(v.parse(packageSchema, readJson('package.json')).imports['#messages/*']);
}

/** Throws an OperatorError if `#messages` resolves to another language in the build of a language. */
export function assertMessages(language: Language): void {
  const condition = languageCondition(language);
  const [, folder = ''] = messageFolders().find(([each]) => each === condition || each === 'default') ?? [];
  if (folder === `./src/messages/${language}/*`) return;
  throw new OperatorError(
    `The pages in ${language} would have the messages in ${folder}: package.json needs the condition ${condition} in imports, above default`,
  );
}
