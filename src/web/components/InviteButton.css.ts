import { style } from '@vanilla-extract/css';

/** The link has its own row below the buttons. */
export const link = style({ order: 1, flexBasis: '100%', minWidth: 0 });
