import { signIn, signInToSee } from '#messages/common.ts';
import { Notice } from './Notice.tsx';
import { useAuthDialog } from '../actors/rootHooks.ts';
import { Button } from './Button.tsx';

/** Opens the sign-in dialog (section 2, Shell and navigation). */
export function SignInButton() {
  const [, send] = useAuthDialog(() => undefined);

  return (
    <Button variant="primary" onClick={() => send({ type: 'auth.open' })}>
      {signIn}
    </Button>
  );
}

/** Replaces a personal page when no user is signed in (section 2). */
export function SignInNotice() {
  return <Notice title={signInToSee} action={<SignInButton />} />;
}
