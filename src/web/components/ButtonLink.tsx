import { button } from './Button.css.ts';
import type { ButtonVariant } from './Button.tsx';
import { Link, type LinkProps } from './Link.tsx';

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  readonly variant?: ButtonVariant;
}

export function ButtonLink({ variant = 'outline', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={button[variant]} />;
}
