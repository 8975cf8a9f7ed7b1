import * as machines from './machines.ts';

/** Opens the inspector if the URL asks for it. */
export async function openInspector() {
  if (!new URLSearchParams(location.search).has('inspect')) return {};
  const { startVisit } = await import('xstate-visit');
  const { inspect } = startVisit({ machines });
  return { inspect };
}
