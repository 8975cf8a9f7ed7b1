import { globalStyle, style } from '@vanilla-extract/css';
import { bottomBar } from '../../styles/bottomBar.css.ts';
import { media } from '../../styles/metrics.ts';
import { line, radius, space } from '../../styles/scale.ts';
import { vars } from '../../styles/vars.css.ts';

export const invitation = style({
  padding: space.large,
  border: `${line.thin} dashed ${vars.controlBorder}`,
  borderRadius: radius.large,
  textAlign: 'center',
  color: vars.muted,
  '@media': { [media.fromDesktop]: { padding: `${space.page} ${space.large}` } },
});

export const summary = style([
  bottomBar,
  {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space.small,
    padding: space.base,
    borderBlockStart: `${line.thin} solid ${vars.hairline}`,
  },
]);

/** However many rows the seats are in, the bar over the hall stays as high as it is. */
export const words = style({ minWidth: 0 });

globalStyle(`${words} > p`, {
  '@media': { [media.withBar]: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } },
});

globalStyle(`${summary} > button`, { flexShrink: 0 });
