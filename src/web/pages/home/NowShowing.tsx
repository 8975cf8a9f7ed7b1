import type { ReactNode } from 'react';
import { header, nowShowing } from './HomePage.css.ts';

/** The text above the carousel (section 2, Routes), and on its line what moves the carousel. */
export function NowShowing({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={header}>
      <p className={nowShowing}>Now Showing</p>
      {children}
    </div>
  );
}
