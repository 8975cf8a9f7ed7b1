import type { ReactNode } from 'react';
import { alert } from './Notice.css.ts';

interface AlertProps {
  readonly id?: string;
  readonly children: ReactNode;
}

export function Alert({ id, children }: AlertProps) {
  return (
    <div id={id} role="alert" className={alert}>
      {children}
    </div>
  );
}
