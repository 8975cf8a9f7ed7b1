import { style } from '@vanilla-extract/css';
import { line, space } from '../styles/scale.ts';
import { vars } from '../styles/vars.css.ts';

export const footer = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.base,
  paddingBlock: space.huge,
  borderBlockStart: `${line.thin} solid ${vars.hairline}`,
});

export const links = style({ display: 'flex', gap: space.base });
