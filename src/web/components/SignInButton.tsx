import { useAuthDialog } from '../runtime/rootHooks.ts';
import { Button } from './Button.tsx';

/** Opens the sign-in dialog (section 2, Shell and navigation). */
export function SignInButton() {
  const [, send] = useAuthDialog(() => undefined);

  return (
    <Button variant="primary" onClick={() => send({ type: 'auth.open' })}>
      Sign In
    </Button>
  );
}
