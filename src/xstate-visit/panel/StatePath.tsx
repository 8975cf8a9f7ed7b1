import { Fragment } from 'react';

/** The path of a state. A line can break before each dot. */
export function StatePath({ text }: { readonly text: string }) {
  return [...text.matchAll(/\.?[^.]*/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
