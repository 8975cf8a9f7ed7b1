import { describe, expect, test } from 'vitest';
import { darkValues, lightValues } from '../../src/web/styles/themeValues.ts';

type Token = keyof typeof darkValues;

const SURFACES = ['background', 'paper', 'raised'] as const;
const TEXT = 4.5;
const NOT_TEXT = 3;

/** Foreground and background colours, with the minimum contrast that WCAG 2.2 AA requires. */
const PAIRS: readonly (readonly [front: Token, back: Token, least: number])[] = [
  ...(['text', 'muted', 'accent', 'success', 'danger', 'info', 'secondary'] as const).flatMap((front) =>
    SURFACES.map((back) => [front, back, TEXT] as const),
  ),
  ...(['focus', 'controlBorder'] as const).flatMap((front) => SURFACES.map((back) => [front, back, NOT_TEXT] as const)),
  ['onPrimary', 'primary', TEXT],
  ['onBadge', 'badgeGreen', TEXT],
  ['onBadge', 'badgeBlue', TEXT],
  ['onBadge', 'badgeRed', TEXT],
  ['text', 'seatFill', TEXT],
  ['accent', 'seatFill', TEXT],
  ['inactiveText', 'soldFill', TEXT],
  ['seatLine', 'paper', NOT_TEXT],
  ['seatLine', 'seatFill', NOT_TEXT],
];

describe.each([
  ['dark', darkValues],
  ['light', lightValues],
])('section 2, Theme: contrast in the %s theme', (_, values: Readonly<Record<Token, string>>) => {
  test.each(PAIRS)('%s on %s has a contrast of at least %d', (front, back, least) => {
    expect(contrast(values[front], values[back])).toBeGreaterThanOrEqual(least);
  });
});

/** The contrast ratio of two colours given as `#rrggbb`, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const channel = (from: number) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
