import { renderToStaticMarkup } from 'react-dom/server';
import type { Movie } from '#contract/movie.ts';
import { offeredDates, showtimeStart } from '#domain/calendar.ts';
import { releaseYear } from '#domain/movies.ts';
import { alternatesOf, localPath } from '#domain/languages.ts';
import { canonicalPath, moviePath } from '#domain/paths.ts';
import { isOnSale, SHOWTIMES } from '#domain/showtimes.ts';
import { posterOf } from '#messages/common.ts';
import { documentMessages } from '#messages/document.ts';
import { language, locale } from '#messages/language.ts';
import type { AppLocation } from '#machines/navigation.ts';
import type { DocumentRequest } from './documentEnvironment.ts';

/**
 * The metadata of a page for link previews and search engines: the canonical URL, except for the 404 page, the URLs of a public page
 * in other languages, and on a film's page the film and its showtimes.
 */
export function renderHead(
  request: DocumentRequest,
  { route, params, personal }: AppLocation,
  movie: Movie | undefined,
  title?: string,
): string {
  const { origin } = request.url;
  const path = canonicalPath(route, { filmTitle: movie?.title, ticketId: params['ticketId'] });
  return renderToStaticMarkup(
    <>
      {path !== undefined && (
        <>
          <link rel="canonical" href={origin + localPath(language, path)} />
          <meta property="og:url" content={origin + localPath(language, path)} />
          {personal === undefined && <Alternates origin={origin} path={path} />}
        </>
      )}
      {personal !== undefined && <meta name="personal" content={personal} />}
      <meta property="og:site_name" content="Nobar Now" />
      <meta property="og:locale" content={locale.replace('-', '_')} />
      {movie === undefined ? (
        <Cinema origin={origin} />
      ) : (
        <Film movie={movie} title={title} origin={origin} request={request} />
      )}
    </>,
  );
}

/** The URLs of a page in every language, and the one for users of other languages. */
function Alternates({ origin, path }: { readonly origin: string; readonly path: string }) {
  return (
    <>
      {alternatesOf(path).map(({ hreflang, path }) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={origin + path} />
      ))}
    </>
  );
}

function Cinema({ origin }: { readonly origin: string }) {
  const { description } = documentMessages;
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content="Nobar Now" />
      <meta property="og:description" content={description} />
      <Image url={`${origin}/icons/512.png`} size={[512, 512]} alt="Nobar Now" />
    </>
  );
}

interface FilmProps {
  readonly movie: Movie;
  /** The title of an invitation, which replaces the film's title. */
  readonly title: string | undefined;
  readonly origin: string;
  readonly request: DocumentRequest;
}

/**
 * The product's own SVG posters. The build writes a PNG beside each, because chats and search engines do not render SVG, and
 * `src/tooling/buildPages.ts` sets its width.
 */
const OWN_SVG = /^(\/posters\/.+)\.svg$/;
const OWN_SIZE: Size = [800, 1200];

function Film({ movie, title, origin, request }: FilmProps) {
  const image = new URL(movie.poster_url.replace(OWN_SVG, '$1.png'), origin).href;
  const json = asScript(filmFacts(movie, image, request));
  return (
    <>
      <meta name="description" content={movie.description} />
      <meta property="og:type" content="video.movie" />
      <meta property="og:title" content={title ?? `${movie.title} (${releaseYear(movie.release_date)})`} />
      <meta property="og:description" content={movie.description} />
      <Image url={image} size={OWN_SVG.test(movie.poster_url) ? OWN_SIZE : undefined} alt={posterOf(movie.title)} />
      <meta name="twitter:card" content="summary_large_image" />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
    </>
  );
}

/** Width and height in pixels. */
type Size = readonly [number, number];

interface ImageProps {
  readonly url: string;
  /** Undefined for images of other sites. */
  readonly size: Size | undefined;
  readonly alt: string;
}

/** The image of a preview. Chats that know its size show it in the first preview, before they have loaded it. */
function Image({ url, size, alt }: ImageProps) {
  return (
    <>
      <meta property="og:image" content={url} />
      {size !== undefined && (
        <>
          <meta property="og:image:width" content={`${size[0]}`} />
          <meta property="og:image:height" content={`${size[1]}`} />
        </>
      )}
      <meta property="og:image:alt" content={alt} />
    </>
  );
}

/** A film and the showtimes on sale as schema.org JSON-LD. Prices in rupiah. */
function filmFacts(movie: Movie, image: string, { url: { origin }, now, zone }: DocumentRequest) {
  const facts = {
    '@type': 'Movie',
    name: movie.title,
    description: movie.description,
    image,
    dateCreated: movie.release_date,
    url: origin + localPath(language, moviePath(movie.title)),
  };
  const cinema = {
    '@type': 'MovieTheater',
    name: 'Nobar Now',
    // Search engines ignore an event whose place has no address.
    address: { '@type': 'PostalAddress', addressCountry: 'ID' },
  };
  const screenings = offeredDates(now, zone).flatMap((date) =>
    SHOWTIMES.flatMap((time) => {
      const startsAt = showtimeStart({ showtimeDate: date, showtimeTime: time }, now, zone);
      if (startsAt === undefined || !isOnSale(startsAt, now)) return [];
      const url = origin + localPath(language, moviePath(movie.title, { date, time }));
      return {
        '@type': 'ScreeningEvent',
        name: movie.title,
        startDate: new Date(startsAt).toISOString(),
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        location: cinema,
        workPresented: { '@type': 'Movie', name: movie.title },
        offers: { '@type': 'Offer', price: movie.ticket_price, priceCurrency: 'IDR', url },
      };
    }),
  );
  return { '@context': 'https://schema.org', '@graph': [facts, ...screenings] };
}

/** JSON that is safe inside a script element: it contains no `<`. */
export function asScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
