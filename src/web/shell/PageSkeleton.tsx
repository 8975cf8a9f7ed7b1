import { Skeleton } from '../components/Skeleton.tsx';

/** The placeholder while a page's code loads: a heading only, which fits every page. */
export function PageSkeleton() {
  return <Skeleton shape="heading" />;
}
