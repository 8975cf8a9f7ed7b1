import { posterOf } from '#messages/common.ts';
import { useCallback, useState } from 'react';
import { fallback, fallbackTitle, poster, mark } from './Poster.css.ts';

/**
 * The product's own SVG posters. The build writes AVIF files of two widths beside them (`src/tooling/buildPages.ts`), because an SVG
 * image is a document of its own, which the browser parses and lays out on the main thread.
 */
const OWN_SVG = /^(\/posters\/.+)\.svg$/;
const AVIF = '.avif';
const AVIF_FILES = `$1-400${AVIF} 400w, $1-800${AVIF} 800w`;

interface PosterProps {
  readonly src: string;
  readonly title: string;
  /** Empty when the title is shown beside the poster. */
  readonly alt?: string;
  readonly lazy?: boolean;
  /**
   * Shows the AVIF file instead of the SVG, for the few posters of a first screen: a browser paints sooner. Ten of them, as on /movies,
   * are as many bytes more as they save work.
   */
  readonly raster?: boolean;
  /** Fetches the image with high priority, for the largest image of a page. */
  readonly urgent?: boolean;
}

export function Poster({
  src,
  title,
  alt = posterOf(title),
  lazy = false,
  raster = false,
  urgent = false,
}: PosterProps) {
  const [failed, setFailed] = useState<string>();
  // An operator's own SVG poster, which a proxy serves, has no AVIF files.
  const fail = useCallback(
    ({ currentSrc }: HTMLImageElement) => setFailed(currentSrc.endsWith(AVIF) ? AVIF : src),
    [src],
  );
  // In a server-rendered page, the image may have failed before React listens to `onError`.
  const look = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete === true && image.naturalWidth === 0) fail(image);
    },
    [fail],
  );

  if (failed === src) {
    return (
      <span className={fallback} aria-hidden={alt === ''}>
        <span className={fallbackTitle}>{title}</span>
      </span>
    );
  }

  return (
    <img
      ref={look}
      className={poster}
      src={src}
      srcSet={
        import.meta.env.PROD && raster && failed !== AVIF && OWN_SVG.test(src)
          ? src.replace(OWN_SVG, AVIF_FILES)
          : undefined
      }
      sizes="(width < 900px) 50vw, 320px"
      alt={alt}
      width={400}
      height={600}
      loading={lazy ? 'lazy' : 'eager'}
      fetchPriority={urgent ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={({ currentTarget }) => fail(currentTarget)}
    />
  );
}

export function PlayMark() {
  return (
    <svg className={mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8 4.5v15l12-7.5z" fill="currentColor" />
    </svg>
  );
}
