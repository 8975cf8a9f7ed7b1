import type { StyleRule } from '@vanilla-extract/css';
import { media } from './metrics.ts';
import { motion, radius } from './scale.ts';
import { vars } from './vars.css.ts';

/** A wedge that points to the right, cut off on its left: the triangle on the disc, its edges a little soft. */
const TRIANGLE = `conic-gradient(from 238deg at 100% 50%, transparent, ${vars.onPrimary} 1.5deg 62.5deg, transparent 64deg)`;

/** The play mark in the middle of a picture, there while the link around it is pointed at or has the focus. */
export function playMark(link: string): StyleRule {
  return {
    position: 'relative',
    selectors: {
      '&::after': {
        content: '',
        position: 'absolute',
        inset: 0,
        margin: 'auto',
        width: 'min(64px, 40%)',
        aspectRatio: '1',
        borderRadius: radius.round,
        background: `${TRIANGLE} 58% 50% / 31% 39% no-repeat, ${vars.primary}`,
        boxShadow: vars.shadow,
        opacity: 0,
        transition: `opacity ${motion.calm}`,
      },
      [`${link}:focus-visible &::after`]: { opacity: 1 },
    },
    '@media': { [media.canHover]: { selectors: { [`${link}:hover &::after`]: { opacity: 1 } } } },
  };
}
