import { refusalSentence, ruleSentence } from '#contract/refusalSentence.ts';
import * as messages from '#messages/auth.ts';
import type { SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import type { SignUpValues } from '#domain/credentials.ts';
import type { AuthField } from '#machines/authDialogMachine.ts';
import { selectFieldError } from '#machines/touchedFields.ts';
import { useAuthDialog } from '../actors/rootHooks.ts';
import { Alert } from '../components/Notice.tsx';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { readForm, submitForm } from '../components/forms.ts';
import { userNameField } from '../components/userNameField.ts';
import { TextField } from '../components/TextField.tsx';
import { row, stack } from '../styles/layout.css.ts';

interface FieldProps {
  readonly field: AuthField;
  readonly label: string;
  readonly autoComplete: string;
  readonly autoCapitalize?: string;
  readonly autoCorrect?: string;
  readonly spellCheck?: boolean;
  readonly type?: 'text' | 'password' | 'number';
}

const SIGN_IN_FIELDS: readonly FieldProps[] = [
  { field: 'username', label: messages.username, ...userNameField },
  { field: 'password', label: messages.password, autoComplete: 'current-password', type: 'password' },
];

const SIGN_UP_FIELDS: readonly FieldProps[] = [
  { field: 'username', label: messages.username, ...userNameField },
  { field: 'displayName', label: messages.displayName, autoComplete: 'nickname' },
  { field: 'age', label: messages.age, autoComplete: 'off', type: 'number' },
  { field: 'password', label: messages.password, autoComplete: 'new-password', type: 'password' },
  { field: 'confirmPassword', label: messages.confirmPassword, autoComplete: 'new-password', type: 'password' },
];

/** The sign-in and sign-up forms in one modal dialog (section 2). */
export default function AuthDialog() {
  const [isSignUp, send] = useAuthDialog((snapshot) => snapshot.hasTag('signUp'));
  const [isSubmitting] = useAuthDialog((snapshot) => snapshot.hasTag('submitting'));
  const [initial] = useAuthDialog((snapshot) => snapshot.context.initial);
  const [failure] = useAuthDialog((snapshot) => snapshot.context.failure);
  const title = isSignUp ? messages.signUp : messages.signIn;

  return (
    <Dialog title={title} onOpenChange={() => send({ type: 'auth.close' })}>
      <form
        className={stack}
        noValidate
        onInput={({ currentTarget }) =>
          send({ type: 'form.check', touched: [], values: readForm(currentTarget, initial) })
        }
        onSubmit={(event) => {
          const values = readForm(event.currentTarget, initial);
          submitForm(event, () => send({ type: 'auth.submit', values }));
        }}
      >
        {(isSignUp ? SIGN_UP_FIELDS : SIGN_IN_FIELDS).map((props) => (
          <Field key={props.field} {...props} initial={initial} />
        ))}
        {failure !== undefined && <Alert>{refusalSentence(failure)}</Alert>}
        <div className={row}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {title}
          </Button>
          <Button
            variant="text"
            inactive={isSubmitting}
            onClick={({ currentTarget }) => {
              const values = readForm(currentTarget.form, initial);
              switchAndFocus(currentTarget, () => send({ type: 'auth.switch', values }));
            }}
          >
            {isSignUp ? messages.signIn : messages.signUp}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Switches between the sign-in and the sign-up form, and focuses the first field. */
function switchAndFocus(button: HTMLElement, switchForms: () => void): void {
  const dialog = button.closest('[role="dialog"]');
  flushSync(switchForms);
  dialog?.querySelector('input')?.focus();
}

function Field({ field, type = 'text', initial, ...rest }: FieldProps & { readonly initial: SignUpValues }) {
  const [brokenRule, send] = useAuthDialog((snapshot) => selectFieldError(snapshot, field));

  return (
    <TextField
      {...rest}
      name={field}
      type={type}
      inputMode={type === 'number' ? 'numeric' : undefined}
      defaultValue={initial[field]}
      error={ruleSentence(brokenRule)}
      required
      validated
      onFocus={takeZero}
      onMouseUp={takeZero}
      onBlur={({ currentTarget: { form } }) =>
        send({ type: 'form.check', touched: [field], values: readForm(form, initial) })
      }
    />
  );
}

/** Selects the initial zero of the age, so that typing replaces it. */
function takeZero(event: SyntheticEvent<HTMLInputElement>): void {
  if (event.currentTarget.value !== '0') return;
  // When a click on selected text ends, Chromium would place the cursor there.
  event.preventDefault();
  event.currentTarget.select();
}
