import { Wordmark } from '../components/Wordmark.tsx';
import { footer, links } from './Footer.css.ts';
import { mainNavigation } from './navigation.ts';
import { NavigationLinks } from './NavigationLinks.tsx';

/** The logo and the main links (section 2). */
export function Footer() {
  return (
    <footer className={footer}>
      <Wordmark />
      <nav className={links} aria-label="Footer">
        <NavigationLinks items={mainNavigation} />
      </nav>
    </footer>
  );
}
