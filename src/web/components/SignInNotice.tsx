import { messages } from '#domain/messages.ts';
import { Notice } from './Notice.tsx';
import { SignInButton } from './SignInButton.tsx';

/** What stands in the place of a page that is for a signed-in user (section 2). */
export function SignInNotice() {
  return <Notice title={messages.signInToSee} action={<SignInButton />} />;
}
