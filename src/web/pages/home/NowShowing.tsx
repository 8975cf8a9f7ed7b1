import type { ReactNode } from 'react';
import { nowShowing } from '#messages/home.ts';
import * as css from './home.css.ts';

/** The text 'Now Showing' above the carousel (section 2, Routes), and the carousel's buttons on the same line. */
export function NowShowing({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={css.header}>
      <p className={css.nowShowing}>{nowShowing}</p>
      {children}
    </div>
  );
}
