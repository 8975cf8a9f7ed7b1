import { Component, type ReactNode } from 'react';

interface Props {
  /** The name of the part in the error message. */
  readonly part: string;
  readonly children: ReactNode;
}

/** Shows an error message if a part of the panel throws while it renders. A new `key` retries. */
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
