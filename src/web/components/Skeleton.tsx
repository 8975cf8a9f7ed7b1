import { skeleton } from './Skeleton.css.ts';

interface SkeletonProps {
  readonly shape: keyof typeof skeleton;
}

export function Skeleton({ shape }: SkeletonProps) {
  return <span aria-hidden="true" className={skeleton[shape]} />;
}
