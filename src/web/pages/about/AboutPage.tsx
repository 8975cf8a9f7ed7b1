import { PATHS } from '#domain/paths.ts';
import * as messages from '#messages/about.ts';
import { seeTheMovies } from '#messages/shared.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { SectionHeader } from '../../components/Section.tsx';
import { stack } from '../../styles/layout.css.ts';
import { prose } from '../../styles/text.css.ts';

/** Facts about the product. */
export default function AboutPage() {
  return (
    <>
      <SectionHeader title={messages.title} />
      <div className={`${stack} ${prose}`}>
        <p>{messages.product}</p>
        <p>{messages.buying}</p>
        <p>{messages.balance}</p>
        <p>{messages.privacy}</p>
      </div>
      <div>
        <ButtonLink to={PATHS.movies}>{seeTheMovies}</ButtonLink>
      </div>
    </>
  );
}
