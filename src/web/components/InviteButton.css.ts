import { style } from '@vanilla-extract/css';

/** A row of its own below the buttons. */
export const link = style({ order: 1, flexBasis: '100%', minWidth: 0 });
