import { onDemand } from '../../app/onDemand.ts';

/** The carousel's code, which Home fetches beside the films. */
export const loadCarousel = onDemand(() => import('./Carousel.tsx'));
