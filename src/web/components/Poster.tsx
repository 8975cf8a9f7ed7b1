import { useCallback, useState } from 'react';
import { fallback, fallbackTitle, poster } from './Poster.css.ts';

interface PosterProps {
  readonly src: string;
  readonly title: string;
  /** Empty where the title stands beside the poster. */
  readonly alt?: string;
  readonly lazy?: boolean;
  /** It is what the page is seen by, so it comes before everything else. */
  readonly urgent?: boolean;
}

export function Poster({ src, title, alt = `Poster of ${title}`, lazy = false, urgent = false }: PosterProps) {
  const [failed, setFailed] = useState<string>();
  // It may have failed before there was anybody to hear it.
  const look = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete === true && image.naturalWidth === 0) setFailed(src);
    },
    [src],
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
      alt={alt}
      width={400}
      height={600}
      loading={lazy ? 'lazy' : 'eager'}
      fetchPriority={urgent ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setFailed(src)}
    />
  );
}
