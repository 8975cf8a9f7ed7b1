import type { ReactNode } from 'react';
import { sentences } from '#domain/sentences.ts';
import { useApp, useAuthDialog } from '../app/RuntimeContext.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** Shows its content to a signed-in user only; while the session restores, neither content nor guard (section 2). */
export function PersonalPage({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useApp((snapshot) => snapshot.matches({ visitor: 'signedIn' }));
  const isSignedOut = useApp((snapshot) => snapshot.matches({ visitor: 'signedOut' }));
  const [, send] = useAuthDialog(() => undefined);

  if (isSignedIn) return children;
  if (!isSignedOut) return null;
  return (
    <Notice
      title={sentences.signInToSee}
      action={
        <Button variant="primary" onClick={() => send({ type: 'auth.open' })}>
          Sign In
        </Button>
      }
    />
  );
}
