import type { KeenSliderInstance } from 'keen-slider/react';
import { lessMotion } from '../../styles/metrics.ts';
import { OFFSET } from './home.css.ts';

/** A keen-slider plugin that writes the offset of each rendered slide to a CSS variable. Its cost is the same for long lists. */
export function coverflow(slider: KeenSliderInstance): void {
  // React adds slides while the carousel moves, and after it has stopped.
  const rendered = new MutationObserver(() => placeSlides(slider));
  slider.on('created', () => rendered.observe(slider.container, { childList: true }));
  slider.on('detailsChanged', placeSlides);
  slider.on('animationStarted', skipAnimationUnderReducedMotion);
  slider.on('destroyed', () => rendered.disconnect());
}

function placeSlides({ container, options, track: { details } }: KeenSliderInstance) {
  const { length } = details.slides;
  const middle = details.position / (details.slides[0]?.size ?? 1);
  for (const slide of container.children) {
    if (!(slide instanceof HTMLElement)) continue;
    const offset = slideOffset(Number(slide.dataset['index']), middle, length, options.loop === true);
    const text = String(Number(offset.toFixed(3)));
    // Writing an unchanged value would cause another style recalculation and layout.
    if (slide.style.getPropertyValue(OFFSET) !== text) slide.style.setProperty(OFFSET, text);
  }
}

function skipAnimationUnderReducedMotion({ animator, track }: KeenSliderInstance) {
  const target = animator.targetIdx;
  if (target === null || !window.matchMedia(lessMotion).matches) return;
  animator.stop();
  track.init(target);
}

/**
 * The distance of a slide from the middle of the carousel, in slides; negative on the left. In a carousel that loops, the shorter
 * way counts. `middle` is a fraction while the carousel moves.
 */
export function slideOffset(index: number, middle: number, count: number, goesRound: boolean): number {
  const steps = index - middle;
  return goesRound ? steps - Math.round(steps / count) * count : steps;
}
