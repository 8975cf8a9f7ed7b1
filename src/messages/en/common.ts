export const retry = 'Retry';
export const back = 'Back';
export const signIn = 'Sign In';
export const signInToSee = 'Sign in to see this page';
export const savedTickets = 'Tickets saved on this device';

/** The alternative text of a poster. */
export function posterOf(title: string): string {
  return `Poster of ${title}`;
}
