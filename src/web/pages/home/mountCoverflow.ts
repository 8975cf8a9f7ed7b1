import KeenSlider, { type KeenSliderInstance } from 'keen-slider';
import { media } from '../../styles/metrics.ts';
import { OFFSET } from './Carousel.css.ts';

const PER_VIEW = 3;
const PER_WIDE_VIEW = 5;

interface CoverflowOptions {
  readonly count: number;
  readonly start: number;
  readonly onMiddle: (index: number) => void;
}

export function mountCoverflow(track: HTMLElement, { count, start, onMiddle }: CoverflowOptions) {
  const view = (perView: number) => ({ loop: count > perView, slides: { perView, origin: 'center' as const } });

  const slider = new KeenSlider(track, {
    ...view(PER_VIEW),
    breakpoints: { [media.fromDesktop]: view(PER_WIDE_VIEW) },
    selector: (container: HTMLElement) =>
      Array.from(container.children).filter((child) => child instanceof HTMLElement),
    initial: Math.min(start, count - 1),
    detailsChanged: tellSlidesTheirOffset,
    slideChanged: ({ track: { details } }) => onMiddle(details.rel),
    animationStarted: arriveAtOnceUnderReducedMotion,
  });

  const watcher = new ResizeObserver(() => {
    if (Math.round(track.getBoundingClientRect().width) !== Math.round(slider.size)) slider.update();
  });
  watcher.observe(track);

  return {
    slider,
    unmount: () => {
      watcher.disconnect();
      slider.animator.stop();
      slider.destroy();
    },
  };
}

function tellSlidesTheirOffset({ slides, track }: KeenSliderInstance) {
  for (const [index, slide] of slides.entries()) {
    const details = track.details.slides[index];
    if (!details) continue;
    const offset = (details.distance - 0.5) / details.size + 0.5;
    slide.style.setProperty(OFFSET, Math.max(-3, Math.min(3, offset)).toFixed(3));
  }
}

function arriveAtOnceUnderReducedMotion({ animator, track }: KeenSliderInstance) {
  const target = animator.targetIdx;
  if (target === null || !window.matchMedia(media.lessMotion).matches) return;
  animator.stop();
  track.init(target);
}
