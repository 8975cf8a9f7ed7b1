/** The sentences about failures that any call can have, by code. The list of films uses no others, so that the first page loads fewer texts. */
export const generalFailures = {
  internal: 'Something went wrong. Please try again.',
  unexpected: 'Something went wrong. Please try again.',
  unreachable: 'The cinema cannot be reached. Check your connection and try again.',
  unreadable: 'We could not read the response. Please try again.',
  unavailable: 'The cinema is busy. Please try again in a moment.',
  too_many_attempts: 'Too many attempts. Please wait a moment.',
} as const;
