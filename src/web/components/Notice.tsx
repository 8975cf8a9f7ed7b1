import type { ReactNode } from 'react';
import * as css from './Notice.css.ts';

interface NoticeProps {
  readonly title: string;
  readonly message?: string | undefined;
  readonly action?: ReactNode;
  /** Whether screen readers announce the notice at once: for a failure, not for an empty list. */
  readonly alert?: boolean;
}

export function Notice({ title, message, action, alert = false }: NoticeProps) {
  return (
    <div className={css.notice} role={alert ? 'alert' : undefined}>
      <p className={css.title}>{title}</p>
      {message !== undefined && <p className={css.message}>{message}</p>}
      {action}
    </div>
  );
}

interface AlertProps {
  readonly id?: string;
  readonly children: ReactNode;
}

/** An error message, which screen readers announce at once. */
export function Alert({ id, children }: AlertProps) {
  return (
    <div id={id} role="alert" className={css.alert}>
      {children}
    </div>
  );
}
