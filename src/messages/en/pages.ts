/** The titles of the pages, which are also the labels of the links to them. */
export const home = 'Home';
export const movies = 'Movies';
export const film = 'Film';
export const myTickets = 'My Tickets';
export const ticket = 'Ticket';
export const topUp = 'Top Up';
export const withdraw = 'Withdraw';
export const transactions = 'Transactions';
export const myInfo = 'My Info';
export const about = 'About';
export const notFound = 'Page not found';
