import { Skeleton } from '../../components/Skeleton.tsx';
import { carousel, caption, cover, link, slide, track } from './Carousel.css.ts';

const WIDEST_VIEW = 5;

/** The carousel's shape while the films are fetched. */
export function CarouselSkeleton() {
  return (
    <div className={carousel} aria-hidden="true">
      <div className={track}>
        {Array.from({ length: WIDEST_VIEW }, (_, index) => (
          <div key={index} className={slide}>
            <div className={link}>
              <span className={cover}>
                <Skeleton shape="poster" />
              </span>
              <span className={caption} />
            </div>
          </div>
        ))}
      </div>
      <Skeleton shape="control" />
    </div>
  );
}
