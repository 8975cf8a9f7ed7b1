import { styleVariants } from '@vanilla-extract/css';
import { layer, media, metrics } from '../styles/metrics.ts';
import { line as widths, space } from '../styles/scale.ts';
import { type } from '../styles/type.ts';
import { vars } from '../styles/vars.css.ts';
import { visuallyHidden } from '../styles/visuallyHidden.css.ts';

export const line = styleVariants({
  nothing: [visuallyHidden],
  said: [
    {
      ...type.label,
      position: 'sticky',
      zIndex: layer.sticky,
      insetBlockStart: metrics.topBar,
      paddingBlock: space.tiny,
      paddingInline: metrics.gutter,
      borderBlockEnd: `${widths.thin} solid ${vars.hairline}`,
      background: vars.raised,
      color: vars.text,
      textAlign: 'center',
      '@media': { [media.low]: { position: 'static' } },
    },
  ],
});
