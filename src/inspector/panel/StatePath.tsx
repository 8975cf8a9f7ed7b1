import { Fragment } from 'react';

/** A state's path, which may break before its dots. */
export function StatePath({ text }: { readonly text: string }) {
  return [...text.matchAll(/\.?[^.]*/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
