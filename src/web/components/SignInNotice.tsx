import { messages } from '#domain/messages.ts';
import { Notice } from './Notice.tsx';
import { SignInButton } from './SignInButton.tsx';

/** Guards a page for signed-in users (section 2). */
export function SignInNotice() {
  return <Notice title={messages.signInToSee} action={<SignInButton />} />;
}
