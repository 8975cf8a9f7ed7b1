import type { ReactNode } from 'react';
import { useApp } from '../runtime/rootHooks.ts';
import { SignInNotice } from './SignInNotice.tsx';
import { Skeleton } from './Skeleton.tsx';
import { UnreachableNotice } from './UnreachableNotice.tsx';

/** Shows its content to a signed-in user only; while the session restores, neither content nor guard (section 2). */
export function PersonalPage({ children }: { readonly children: ReactNode }) {
  const [isSignedIn] = useApp((snapshot) => snapshot.matches({ visitor: 'signedIn' }));
  const [isUnreachable] = useApp((snapshot) => snapshot.matches({ visitor: 'unreachable' }));
  const [isSignedOut] = useApp((snapshot) => snapshot.matches({ visitor: 'signedOut' }));

  if (isSignedIn) return children;
  if (isUnreachable) return <UnreachableNotice />;
  return isSignedOut ? <SignInNotice /> : <Skeleton shape="heading" />;
}
