import { style } from '@vanilla-extract/css';

/**
 * Parts of a page that depend on the session, until it is restored. The inline script of the document sets `data-returning` if the
 * browser has a token.
 */
export const awaited = {
  returning: style({ selectors: { ':root:not([data-returning]) &': { display: 'none' } } }),
  stranger: style({ selectors: { ':root[data-returning] &': { display: 'none' } } }),
};
