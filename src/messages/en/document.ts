/** The texts of the HTML document, outside of the rendered page. They contain no markup and no apostrophe. */
export const documentMessages = {
  description: 'Browse the films now showing, choose your seats and buy cinema tickets from your balance.',
  notLoaded: 'Nobar Now could not be loaded. Check your connection and try again.',
  retry: 'Retry',
  needsJavaScript: 'You can browse the films without JavaScript. Buying a ticket needs JavaScript.',
  needsNewerBrowser: 'Nobar Now needs a newer browser: Chrome or Edge 111, Firefox 115, Safari 16.4, or later.',
  door: 'Door',
  doorNeedsJavaScript: 'The door needs JavaScript.',
  notFound: 'Page not found',
  nothingHere: 'There is nothing at this address.',
  seeTheMovies: 'See the movies',
};
