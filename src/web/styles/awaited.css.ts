import { style } from '@vanilla-extract/css';

/** Parts that depend on who is here, while the cinema is asked: the document's own script marks a visitor who was signed in. */
export const awaited = {
  returning: style({ selectors: { ':root:not([data-returning]) &': { display: 'none' } } }),
  stranger: style({ selectors: { ':root[data-returning] &': { display: 'none' } } }),
};
