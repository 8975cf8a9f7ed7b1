interface Score {
  /** Mutants that made a test fail or hang. */
  readonly noticed: number;
  /** Noticed and unnoticed mutants, without the ignored ones and those that cannot run. */
  readonly valid: number;
  /** The share of noticed mutants, in percent; 100 without any mutant. */
  readonly percent: number;
}

/** The mutation score of a room, from StrykerJS's statuses of its mutants. */
export function scoreOf(statuses: readonly string[]): Score {
  const count = (...counted: string[]) => statuses.filter((status) => counted.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const valid = noticed + count('Survived', 'NoCoverage');
  return { noticed, valid, percent: valid === 0 ? 100 : (100 * noticed) / valid };
}
