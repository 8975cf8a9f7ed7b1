import { PATHS } from '#domain/paths.ts';
import { seeTheMovies } from '#messages/shared.ts';
import * as messages from '#messages/notFound.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SectionHeader } from '../../components/Section.tsx';

/** The 404 page. */
export default function NotFoundPage() {
  return (
    <>
      <SectionHeader title={messages.title} />
      <Notice
        title={messages.nothingHere}
        message={messages.reason}
        action={<ButtonLink to={PATHS.movies}>{seeTheMovies}</ButtonLink>}
      />
    </>
  );
}
