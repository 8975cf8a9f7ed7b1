import { messages } from '#domain/messages.ts';
import { Notice } from './Notice.tsx';
import { SignInButton } from './SignInButton.tsx';

/** Replaces a personal page when no user is signed in (section 2). */
export function SignInNotice() {
  return <Notice title={messages.signInToSee} action={<SignInButton />} />;
}
