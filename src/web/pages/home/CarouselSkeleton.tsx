import { Skeleton } from '../../components/Skeleton.tsx';
import { caption, cover, link, OFFSET, slide, track } from './Carousel.css.ts';

const WIDEST_VIEW = [-2, -1, 0, 1, 2];

/** The carousel's placeholder while the films load. */
export function CarouselSkeleton() {
  return (
    <div className={track} aria-hidden="true">
      {WIDEST_VIEW.map((offset) => (
        <div key={offset} className={slide} style={Object.fromEntries([[OFFSET, offset]])}>
          <div className={link}>
            <span className={cover}>
              <Skeleton shape="poster" />
            </span>
            <span className={caption} />
          </div>
        </div>
      ))}
    </div>
  );
}
