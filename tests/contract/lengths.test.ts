import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { cancellationSchema } from '#contract/booking.ts';
import { movieSchema } from '#contract/movie.ts';
import { changePasswordSchema, signInSchema, signUpSchema } from '#contract/user.ts';
import { theKid } from '../server/catalogueMovies.ts';

const password = 'popcorn!';
const signUp = { username: 'moviefan', displayName: 'Movie Fan', age: 18, password, confirmPassword: password };

/** A text field with its minimum and maximum length, in UTF-16 units as HTML forms count them. */
interface Limited {
  readonly what: string;
  readonly from: number;
  readonly to: number;
  readonly takes: (text: string) => boolean;
}

const takes = (schema: v.GenericSchema, values: object) => v.safeParse(schema, values).success;

const LIMITED: readonly Limited[] = [
  {
    what: 'user name of a sign-up',
    from: 8,
    to: 80,
    takes: (username) => takes(signUpSchema, { ...signUp, username }),
  },
  { what: 'user name of a sign-in', from: 8, to: 80, takes: (username) => takes(signInSchema, { username, password }) },
  { what: 'display name', from: 8, to: 80, takes: (displayName) => takes(signUpSchema, { ...signUp, displayName }) },
  {
    what: 'password of a sign-up',
    from: 8,
    to: 128,
    takes: (text) => takes(signUpSchema, { ...signUp, password: text, confirmPassword: text }),
  },
  {
    what: 'password of a sign-in',
    from: 8,
    to: 128,
    takes: (text) => takes(signInSchema, { username: signUp.username, password: text }),
  },
  {
    what: 'new password',
    from: 8,
    to: 128,
    takes: (newPassword) => takes(changePasswordSchema, { password, newPassword }),
  },
  {
    what: 'password sent again',
    from: 1,
    to: 128,
    takes: (text) => takes(cancellationSchema, { ticketId: 't1', password: text }),
  },
  { what: 'title of a film', from: 1, to: 200, takes: (title) => takes(movieSchema, { ...theKid, title }) },
];

describe('section 9: limits of length', () => {
  test.each([
    ['1 octet', 'a'],
    ['2 octets', '\u0434'],
    ['3 octets', '\u0E01'],
    ['4 octets', '\u{1F3AC}'],
  ])('count %s in UTF-16 units in every field', (_, character) => {
    const units = character.length;
    const lengths = LIMITED.map(({ what, from, to, takes: isTaken }) => ({
      what,
      taken: [from - 1, from, to, to + 1].map((length) => isTaken(character.repeat(Math.ceil(length / units)))),
    }));
    const fewer = (length: number) => Math.ceil(length / units) * units;
    expect(lengths).toEqual(
      LIMITED.map(({ what, from, to }) => ({
        what,
        taken: [from - 1, from, to, to + 1].map((length) => fewer(length) >= from && fewer(length) <= to),
      })),
    );
  });
});
