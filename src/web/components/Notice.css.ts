import { style } from '@vanilla-extract/css';
import { line, radius, space } from '../styles/scale.ts';
import { weight } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';

export const notice = style({
  display: 'grid',
  justifyItems: 'center',
  gap: space.small,
  paddingInline: space.base,
  paddingBlock: space.section,
  border: `${line.thin} dashed ${vars.controlBorder}`,
  borderRadius: radius.large,
  textAlign: 'center',
});

export const title = style({ fontSize: '1.25rem', fontWeight: weight.bold, lineHeight: 1.3 });

export const message = style({ color: vars.muted });

export const alert = style({
  padding: space.small,
  background: vars.raised,
  border: `${line.thin} solid ${vars.danger}`,
  borderInlineStartWidth: line.thick,
  borderRadius: radius.small,
  color: vars.danger,
});
