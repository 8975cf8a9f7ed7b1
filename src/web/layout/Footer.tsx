import { about } from '#messages/pages.ts';
import { footerNavigation } from '#messages/shell.ts';
import { Link } from 'react-router-dom';
import { PATHS } from '#domain/paths.ts';
import { Wordmark } from '../components/Wordmark.tsx';
import { footer, links } from './shell.css.ts';
import { useLanguageLinks } from './languageLinks.ts';
import { mainNavigation, NavigationLinks } from './NavigationLinks.tsx';
import { link } from './navigation.css.ts';

/** The logo, the main links (section 2), and links to the About page and to the page in other languages. */
export function Footer() {
  return (
    <footer className={footer}>
      <Wordmark />
      <nav className={links} aria-label={footerNavigation}>
        <NavigationLinks items={mainNavigation} />
        <Link to={PATHS.about} className={link}>
          {about}
        </Link>
        {useLanguageLinks().map(({ language, name, href }) => (
          <a key={name} className={link} lang={language} hrefLang={language} href={href}>
            {name}
          </a>
        ))}
      </nav>
    </footer>
  );
}
