import type { ReactNode } from 'react';
import { alert } from './Notice.css.ts';

interface AlertProps {
  readonly children: ReactNode;
}

export function Alert({ children }: AlertProps) {
  return (
    <div role="alert" className={alert}>
      {children}
    </div>
  );
}
