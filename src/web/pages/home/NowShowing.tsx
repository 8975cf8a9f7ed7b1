import type { ReactNode } from 'react';
import { header, nowShowing } from './home.css.ts';

/** The text 'Now Showing' above the carousel (section 2, Routes), and the carousel's buttons on the same line. */
export function NowShowing({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={header}>
      <p className={nowShowing}>Now Showing</p>
      {children}
    </div>
  );
}
