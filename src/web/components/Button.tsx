import type { ComponentProps } from 'react';
import { button } from './Button.css.ts';
import { Link, type LinkProps } from 'react-router-dom';

export type ButtonVariant = keyof typeof button;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly variant?: ButtonVariant;
  /** The action is in progress: the button looks disabled and is announced as disabled, but keeps the focus. */
  readonly busy?: boolean;
  /** The action is unavailable: the button looks disabled and is announced as disabled, but keeps the focus. */
  readonly inactive?: boolean;
}

export function Button({ variant = 'outline', busy = false, inactive = false, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={button[variant]}
      aria-disabled={busy || inactive || undefined}
      aria-busy={busy || undefined}
    />
  );
}

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  readonly variant?: ButtonVariant;
}

export function ButtonLink({ variant = 'outline', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={button[variant]} />;
}
