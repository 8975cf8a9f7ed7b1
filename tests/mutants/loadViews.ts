/**
 * Loads the views that pages load on demand, before the first test. StrykerJS then knows that their module-level code runs once, and
 * leaves its mutants out. Otherwise it would run only the test that loads a view first, for which the view is loaded already.
 */
import.meta.glob('../../src/web/{pages,layout,components}/**/!(*.css).{ts,tsx}', { eager: true });
