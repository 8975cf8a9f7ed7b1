import { style } from '@vanilla-extract/css';
import { space } from '../styles/scale.ts';

export const icon = style({ flexShrink: 0, width: '1.5em', height: '1.5em', marginInlineEnd: space.small });
