import { globalStyle, style } from '@vanilla-extract/css';
import { bottomBar } from '../../styles/bottomBar.css.ts';
import { line, space } from '../../styles/scale.ts';
import { vars } from '../../styles/vars.css.ts';

export const summary = style([
  bottomBar,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space.small,
    padding: space.base,
    borderBlock: `${line.thin} solid ${vars.hairline}`,
  },
]);

export const balance = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${space.base}`,
});

export const facts = style({ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: `${space.tiny} ${space.large}` });

globalStyle(`${facts} dt`, { color: vars.muted });
globalStyle(`${facts} dd`, { margin: 0, textAlign: 'end', fontWeight: 700 });
