import KeenSlider, { type KeenSliderInstance } from 'keen-slider';
import { fromDesktop, lessMotion } from '../../styles/metrics.ts';
import { OFFSET } from './Carousel.css.ts';
import { slideOffset } from './slideOffset.ts';

const PER_VIEW = 3;
const PER_WIDE_VIEW = 5;

interface CoverflowOptions {
  readonly count: number;
  readonly start: number;
  readonly onMiddle: (index: number) => void;
}

/** Moves the slides of a track by hand and by command. Only those that are drawn are placed: a long programme costs no more. */
export function mountCoverflow(track: HTMLElement, { count, start, onMiddle }: CoverflowOptions) {
  const view = (perView: number) => ({
    loop: count > perView,
    slides: { perView, number: count, origin: 'center' as const },
  });

  const slider = new KeenSlider(track, {
    ...view(PER_VIEW),
    breakpoints: { [fromDesktop]: view(PER_WIDE_VIEW) },
    selector: null,
    renderMode: 'custom',
    initial: Math.min(start, count - 1),
    detailsChanged: placeSlides,
    slideChanged: ({ track: { details } }) => onMiddle(details.rel),
    animationStarted: arriveAtOnceUnderReducedMotion,
  });

  const drawn = new MutationObserver(() => placeSlides(slider));
  drawn.observe(track, { childList: true });

  return {
    slider,
    unmount: () => {
      drawn.disconnect();
      slider.animator.stop();
      slider.destroy();
    },
  };
}

function placeSlides({ container, options, track: { details } }: KeenSliderInstance) {
  const { length } = details.slides;
  const middle = details.position / (details.slides[0]?.size ?? 1);
  for (const slide of container.children) {
    if (!(slide instanceof HTMLElement)) continue;
    const offset = slideOffset(Number(slide.dataset['index']), middle, length, options.loop === true);
    slide.style.setProperty(OFFSET, offset.toFixed(3));
  }
}

function arriveAtOnceUnderReducedMotion({ animator, track }: KeenSliderInstance) {
  const target = animator.targetIdx;
  if (target === null || !window.matchMedia(lessMotion).matches) return;
  animator.stop();
  track.init(target);
}
