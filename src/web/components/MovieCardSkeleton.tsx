import { caption, card } from './MovieCard.css.ts';
import { Skeleton } from './Skeleton.tsx';

export function MovieCardSkeleton() {
  return (
    <div className={card} aria-hidden="true">
      <Skeleton shape="poster" />
      <span className={caption}>
        <Skeleton shape="line" />
        <Skeleton shape="shortLine" />
      </span>
    </div>
  );
}
