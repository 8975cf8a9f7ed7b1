import type { ReactNode } from 'react';
import { useApp } from '../app/RuntimeContext.ts';
import { SignInNotice } from './SignInNotice.tsx';

/** Shows its content to a signed-in user only; while the session restores, neither content nor guard (section 2). */
export function PersonalPage({ children }: { readonly children: ReactNode }) {
  const isSignedIn = useApp((snapshot) => snapshot.matches({ visitor: 'signedIn' }));
  const isSignedOut = useApp((snapshot) => snapshot.matches({ visitor: 'signedOut' }));

  if (isSignedIn) return children;
  return isSignedOut ? <SignInNotice /> : null;
}
