import { Component, type ReactNode } from 'react';
import { sentences } from '#domain/sentences.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface BoundaryProps {
  /** Where the visitor stands: what cannot be drawn here may well be drawn elsewhere. */
  readonly place?: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly condition: 'whole' | 'failed';
  readonly place: string | undefined;
}

/** Keeps what cannot be drawn, such as a page whose code did not arrive, from leaving the screen blank. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { condition: 'failed' };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return place === state.place ? null : { condition: 'whole', place };
  }

  override readonly state: BoundaryState = { condition: 'whole', place: this.props.place };

  override render() {
    if (this.state.condition === 'whole') return this.props.children;
    return (
      <Notice
        alert
        title={sentences.unreachable}
        action={<Button onClick={() => window.location.reload()}>Retry</Button>}
      />
    );
  }
}
