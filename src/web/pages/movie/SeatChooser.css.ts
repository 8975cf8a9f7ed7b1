import { style } from '@vanilla-extract/css';

export const viewChoice = style({ display: 'flex', justifyContent: 'end' });
