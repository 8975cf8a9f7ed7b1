import { globalStyle, style } from '@vanilla-extract/css';
import { bottomBar } from '../../styles/bottomBar.css.ts';
import { media } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { type } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

export const invitation = style({
  padding: space.large,
  border: `${line.thin} dashed ${vars.controlBorder}`,
  borderRadius: radius.large,
  textAlign: 'center',
  color: vars.muted,
  '@media': { [media.fromDesktop]: { padding: `${space.page} ${space.large}` } },
});

/** The bar with the selection. It is low even when the seats are in six rows, so that the whole hall is visible above it. */
export const summary = style([
  bottomBar,
  {
    ...type.label,
    padding: `${space.tiny} ${space.small}`,
    borderBlockStart: `${line.thin} solid ${vars.hairline}`,
  },
]);

/** The total beside the buy button. They wrap when they do not fit, because an amount must never be cut off. */
export const payment = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space.hair,
});

globalStyle(`${payment} button`, { ...type.body, paddingInline: space.base });
