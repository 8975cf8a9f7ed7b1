import { Component, type ReactNode } from 'react';
import { sentences } from '#domain/sentences.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Keeps what cannot be drawn, such as a page whose code did not arrive, from leaving the screen blank. */
export class Boundary extends Component<{ readonly children: ReactNode }> {
  static getDerivedStateFromError() {
    return { failed: true };
  }

  override readonly state = { failed: false };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice
        alert
        title={sentences.unreachable}
        action={<Button onClick={() => window.location.reload()}>Retry</Button>}
      />
    );
  }
}
