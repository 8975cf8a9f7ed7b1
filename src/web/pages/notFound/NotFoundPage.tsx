import { PATHS } from '#domain/paths.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SectionHeader } from '../../components/Section.tsx';

/** The 404 page. */
export default function NotFoundPage() {
  return (
    <>
      <SectionHeader title="Page not found" />
      <Notice
        title="There is nothing at this address"
        message="The page may have moved, or the address may contain a mistake."
        action={<ButtonLink to={PATHS.movies}>See the movies</ButtonLink>}
      />
    </>
  );
}
