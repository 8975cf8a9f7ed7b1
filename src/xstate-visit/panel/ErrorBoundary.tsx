import { Component, type ReactNode } from 'react';

interface Props {
  /** The part of the panel, as the message names it. */
  readonly part: string;
  readonly children: ReactNode;
}

/** Shows a message instead of a part of the panel that cannot be rendered. Give it a new `key` to try again. */
export class ErrorBoundary extends Component<Props, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { children, part } = this.props;
    if (!('error' in this.state)) return children;
    return <p role="alert" className="inspector-note">{`${part} cannot be shown: ${String(this.state.error)}`}</p>;
  }
}
