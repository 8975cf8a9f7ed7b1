import { style, styleVariants } from '@vanilla-extract/css';
import { panel } from '../../styles/layout.css.ts';
import { line, space } from '../../styles/scale.ts';
import { type, weight } from '../../styles/type.ts';
import { vars } from '../../styles/vars.css.ts';

export const balance = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `0 ${space.base}` });

export const list = style([panel, { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', paddingBlock: 0 }]);

export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: `${space.hair} ${space.small}`,
  paddingBlock: space.base,
  selectors: { '& + &': { borderBlockStart: `${line.thin} solid ${vars.hairline}` } },
});

export const what = style({ flex: '1 1 8em', minWidth: 0, overflowWrap: 'anywhere' });

export const money = style({ marginInlineStart: 'auto', textAlign: 'end', whiteSpace: 'nowrap' });

export const note = style([type.label, { color: vars.muted }]);

const amountBase = style({ fontWeight: weight.bold });

export const amount = styleVariants({
  in: [amountBase, { color: vars.success }],
  out: [amountBase],
});
