import { once } from '../../app/once.ts';

/** The carousel's code, which Home fetches beside the films. */
export const loadCarousel = once(() => import('./Carousel.tsx'));
