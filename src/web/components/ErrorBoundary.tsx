import { Component, type ReactNode } from 'react';
import { failureOf, type Failure } from '#domain/failure.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface ErrorBoundaryProps {
  /** Where the visitor is: what cannot be drawn here may well be drawn elsewhere. */
  readonly location?: string;
  /** The view was not asked for yet: that it cannot be rendered is not announced. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failure: Failure | undefined;
  readonly location: string | undefined;
}

/** Keeps what cannot be drawn, for a bug or because its code did not arrive, from leaving the screen blank. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: failureOf(error) };
  }

  static getDerivedStateFromProps(
    { location }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return location === state.location ? null : { failure: undefined, location };
  }

  override readonly state: ErrorBoundaryState = { failure: undefined, location: this.props.location };

  override render() {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    if (this.props.quiet === true) return null;
    return (
      <Notice alert title={failure.message} action={<Button onClick={() => window.location.reload()}>Retry</Button>} />
    );
  }
}
