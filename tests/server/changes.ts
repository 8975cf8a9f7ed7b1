import { booking, PASSWORD, signUpForm } from './people.ts';

const seats = { showtimeDate: '05 Mar', showtimeTime: '20.35', seatNumbers: [1], movieTitle: 'The Kid' };

/** Every call with a request body, and a valid body for it. */
export const changes = [
  { method: 'POST', path: 'user/signup', body: signUpForm(), personal: false },
  { method: 'POST', path: 'user/signin', body: { username: 'alice.wong', password: PASSWORD }, personal: false },
  { method: 'PUT', path: 'user/password', body: { password: PASSWORD, newPassword: 'paper clips 9' }, personal: true },
  { method: 'POST', path: 'user/tickets', body: booking(), personal: true },
  { method: 'DELETE', path: 'user/tickets', body: { ticketId: 'some', password: PASSWORD }, personal: true },
  { method: 'POST', path: 'user/balance', body: { amount: 50_000 }, personal: true },
  { method: 'PUT', path: 'user/balance', body: { amount: 50_000, password: PASSWORD }, personal: true },
  { method: 'POST', path: 'booked-seats', body: { ...seats, movieId: 1 }, personal: true },
  { method: 'DELETE', path: 'booked-seats', body: seats, personal: true },
] as const;
