import { Fragment } from 'react';

/** A state's path, with possible line breaks before the dots. */
export function StatePath({ text }: { readonly text: string }) {
  return [...text.matchAll(/\.?[^.]*/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
