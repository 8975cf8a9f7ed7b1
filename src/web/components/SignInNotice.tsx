import { sentences } from '#domain/sentences.ts';
import { useAuthDialog } from '../runtime/hooks/rootHooks.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** What stands in the place of a page that is for a signed-in user (section 2). */
export function SignInNotice() {
  const [, send] = useAuthDialog(() => undefined);

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
