import { Skeleton } from '../components/Skeleton.tsx';

/** Stands in while a page's code is loaded: its heading, and nothing of another page. */
export function PageSkeleton() {
  return <Skeleton shape="heading" />;
}
