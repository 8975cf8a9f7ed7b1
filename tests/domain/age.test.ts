import { describe, expect, test } from 'vitest';
import { badgeColour, isOldEnough } from '#domain/age.ts';
import { tooYoung } from '#messages/hallFailures.ts';

describe('section 5: age must be greater than the rating', () => {
  test.each([
    [0, 0, false],
    [1, 0, true],
    [12, 13, false],
    [13, 13, false],
    [14, 13, true],
  ])('a user of %i may watch a film rated %i: %s', (age, ageRating, allowed) => {
    expect(isOldEnough(age, ageRating)).toBe(allowed);
  });
});

describe('section 9: colour of the age badge', () => {
  test.each([
    [0, 'green'],
    [11, 'green'],
    [12, 'blue'],
    [13, 'blue'],
    [14, 'red'],
  ])('the badge for %i is %s', (ageRating, colour) => {
    expect(badgeColour(ageRating)).toBe(colour);
  });
});

describe('section 2: the message for users who are too young', () => {
  test('contains the age in parentheses', () => {
    expect(tooYoung(13)).toBe('Sorry but you are not old enough (13) to watch this movie :)');
  });
});
