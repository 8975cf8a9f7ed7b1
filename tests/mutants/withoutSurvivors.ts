import * as v from 'valibot';

const reportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    files: v.record(v.string(), v.looseObject({ mutants: v.array(v.looseObject({ status: v.string() })) })),
  }),
);

/**
 * Removes the survivors from a saved report, so that the next run tries them again. StrykerJS would reuse them although a test
 * changed: it sees neither a new row of a table of tests, nor which tests cover code that runs once per module.
 */
export function withoutSurvivors(text: string): string {
  const report = v.parse(reportSchema, text);
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => status !== 'Survived');
  }
  return JSON.stringify(report);
}
