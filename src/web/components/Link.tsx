import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from '../runtime/hooks/worldHooks.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The address within the product, from its first slash. */
  readonly to: string;
}

/** A link to a page of the product, followed without loading the document again unless the visitor asks for a new tab or window. */
export function Link({ to, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();

  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
