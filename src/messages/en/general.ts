/** The sentences about failures without a response, by code. Any call can have them; the first page loads no others. */
export const generalFailures = {
  unexpected: 'Something went wrong. Please try again.',
  unreachable: 'The cinema cannot be reached. Check your connection and try again.',
  unreadable: 'We could not read the response. Please try again.',
} as const;
