import { style } from '@vanilla-extract/css';
import { metrics } from '../../styles/metrics.ts';

export const search = style({ width: '100%', maxWidth: metrics.search });
