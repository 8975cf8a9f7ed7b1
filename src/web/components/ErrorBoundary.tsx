import { generalSentence } from '#contract/generalSentence.ts';
import { retry } from '#messages/common.ts';
import { Component, type ReactNode } from 'react';
import { failureOf, type Failure } from '#domain/failure.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface ErrorBoundaryProps {
  /** The current path. When it changes, the boundary renders its children again. */
  readonly location?: string;
  /** Renders nothing instead of an alert, for a view that the visitor has not opened yet. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failure: Failure | undefined;
  readonly location: string | undefined;
}

/** Shows an error with Retry, instead of a blank screen, when a view throws: because of a bug or because its code did not load. */
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
      <Notice
        alert
        title={generalSentence(failure)}
        action={<Button onClick={() => window.location.reload()}>{retry}</Button>}
      />
    );
  }
}
