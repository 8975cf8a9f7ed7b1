import { onDemand } from '../../components/onDemand.ts';

/** The carousel's code, which Home fetches beside the films. */
export const loadCarousel = onDemand(() => import('./Carousel.tsx'));
