import { Link, type LinkProps } from 'react-router-dom';
import { button } from './Button.css.ts';
import type { ButtonVariant } from './Button.tsx';

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  readonly variant?: ButtonVariant;
}

export function ButtonLink({ variant = 'outline', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={button[variant]} />;
}
