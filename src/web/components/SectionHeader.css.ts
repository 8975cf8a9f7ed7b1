import { style } from '@vanilla-extract/css';
import { line, radius, space } from '../styles/scale.ts';
import { type } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const title = style({
  ...type.heading,
  '::after': {
    content: '',
    display: 'block',
    width: '1.4em',
    marginBlockStart: space.tiny,
    borderBlockEnd: `${line.thick} solid ${vars.accent}`,
    borderRadius: radius.small,
  },
});

/** A header and the element at the end of its line. */
export const headerRow = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space.small,
});
