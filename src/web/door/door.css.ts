import { style, styleVariants } from '@vanilla-extract/css';
import { row, stack } from '../styles/layout.css.ts';
import { media, metrics } from '../styles/metrics.ts';
import { line, radius, space } from '../styles/scale.ts';
import { type, weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

/** Reserved for an answer, so that the field below does not move when one appears. */
const ANSWER_HEIGHT = '16rem';

export const page = style([
  stack,
  {
    width: '100%',
    maxWidth: metrics.form,
    marginInline: 'auto',
    padding: `${space.small} ${metrics.gutter} ${space.large}`,
    gap: space.small,
    '@media': { [media.low]: { maxWidth: 'none' } },
  },
]);

export const header = style([row, { justifyContent: 'space-between' }]);

export const name = style({ fontWeight: weight.bold, overflowWrap: 'anywhere', minWidth: 0 });

export const main = style([stack, { gap: space.small, outline: 'none' }]);

export const heading = style([type.heading, { overflowWrap: 'anywhere' }]);

export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: space.base,
});

export const strong = style({ fontWeight: weight.bold });

export const screenings = style([stack, { gap: space.small }]);

/** A button of several lines. */
export const screening = style({
  display: 'grid',
  justifyItems: 'start',
  width: '100%',
  padding: space.base,
  border: `${line.thin} solid ${vars.controlBorder}`,
  borderRadius: radius.large,
  background: vars.paper,
  textAlign: 'start',
  selectors: { '&:hover': { borderColor: vars.accent } },
});

export const proposed = style([screening, { borderWidth: line.thick, borderColor: vars.accent }]);

export const film = style([type.price, { overflowWrap: 'anywhere' }]);

export const mark = style({ color: vars.accent, fontWeight: weight.bold });

export const connection = style([row, { ...type.label, minHeight: '1.4em', color: vars.muted }]);

export const offline = style([connection, { color: vars.danger, fontWeight: weight.bold }]);

/** Beside each other on a phone that is held sideways, where the answer would be below the screen. */
export const sight = style([
  stack,
  {
    gap: space.small,
    '@media': { [media.low]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'center' } },
  },
]);

export const picture = style({
  width: '100%',
  height: 'min(28dvh, 20rem)',
  objectFit: 'cover',
  borderRadius: radius.medium,
  background: vars.paperBlack,
  '@media': { [media.low]: { height: '60dvh' } },
});

/** The video has no size before the picture comes, and none without a camera. */
export const noPicture = style([
  stack,
  {
    alignContent: 'center',
    justifyItems: 'center',
    gap: space.small,
    padding: space.base,
    border: `${line.thin} dashed ${vars.controlBorder}`,
    borderRadius: radius.medium,
    textAlign: 'center',
  },
]);

export const desk = style([
  stack,
  { gap: 0, alignContent: 'center', minHeight: ANSWER_HEIGHT, '@media': { [media.low]: { minHeight: 0 } } },
]);

export const hint = style({ color: vars.muted, textAlign: 'center' });

const answerBase = style([
  stack,
  {
    alignContent: 'center',
    justifyItems: 'center',
    gap: space.tiny,
    padding: space.base,
    // Under forced colours the border is all that is left of the colours.
    border: `${line.thick} solid transparent`,
    borderRadius: radius.large,
    textAlign: 'center',
  },
]);

/** One for each signal. */
export const answer = styleVariants({
  good: [answerBase, { background: vars.success, color: vars.background }],
  unsure: [answerBase, { background: vars.primary, color: vars.onPrimary, borderStyle: 'dashed' }],
  bad: [answerBase, { background: vars.danger, color: vars.background, borderStyle: 'double' }],
});

export const sign = style({ width: '3.5rem', height: '3.5rem' });

export const word = style([type.title, { overflowWrap: 'anywhere' }]);

export const places = style(type.heading);

export const detail = style({ fontSize: '1.125rem', fontWeight: weight.bold, overflowWrap: 'anywhere' });

export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: space.tiny,
});

export const list = style([stack, { gap: space.small }]);

export const conflict = style([
  stack,
  {
    gap: space.hair,
    padding: space.base,
    border: `${line.medium} solid ${vars.danger}`,
    borderRadius: radius.medium,
    background: vars.paper,
  },
]);

export const outcome = style({ color: vars.danger, fontWeight: weight.bold });

export const footer = style([row, { justifyContent: 'space-between', minHeight: metrics.control }]);
