import type { SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { selectFieldErrors, type AuthField } from '#machines/authDialogMachine.ts';
import { useAuthDialog } from '../runtime/rootHooks.ts';
import { Alert } from '../components/Alert.tsx';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { submitForm } from '../components/submitForm.ts';
import { TextField } from '../components/TextField.tsx';
import { row, stack } from '../styles/layout.css.ts';

interface FieldProps {
  readonly field: AuthField;
  readonly label: string;
  readonly autoComplete: string;
  readonly type?: 'text' | 'password' | 'number';
}

const SIGN_IN_FIELDS: readonly FieldProps[] = [
  { field: 'username', label: 'User name', autoComplete: 'username' },
  { field: 'password', label: 'Password', autoComplete: 'current-password', type: 'password' },
];

const SIGN_UP_FIELDS: readonly FieldProps[] = [
  { field: 'username', label: 'User name', autoComplete: 'username' },
  { field: 'displayName', label: 'Display name', autoComplete: 'nickname' },
  { field: 'age', label: 'Age', autoComplete: 'off', type: 'number' },
  { field: 'password', label: 'Password', autoComplete: 'new-password', type: 'password' },
  { field: 'confirmPassword', label: 'Confirm password', autoComplete: 'new-password', type: 'password' },
];

/** The sign-in and sign-up forms in one modal dialog (section 2). */
export default function AuthDialog() {
  const [isSignUp, send] = useAuthDialog((snapshot) => snapshot.hasTag('signUp'));
  const [isSubmitting] = useAuthDialog((snapshot) => snapshot.hasTag('submitting'));
  const [failure] = useAuthDialog((snapshot) => snapshot.context.failure);
  const title = isSignUp ? 'Sign Up' : 'Sign In';

  return (
    <Dialog title={title} onOpenChange={() => send({ type: 'auth.close' })}>
      <form
        key={title}
        className={stack}
        noValidate
        onSubmit={(event) => submitForm(event, () => send({ type: 'auth.submit' }))}
      >
        {(isSignUp ? SIGN_UP_FIELDS : SIGN_IN_FIELDS).map((props) => (
          <Field key={props.field} {...props} />
        ))}
        {failure !== undefined && <Alert>{failure}</Alert>}
        <div className={row}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {title}
          </Button>
          <Button
            variant="text"
            inactive={isSubmitting}
            onClick={({ currentTarget }) => switchAndFocus(currentTarget, () => send({ type: 'auth.switch' }))}
          >
            {isSignUp ? 'Sign In' : 'Sign Up'}
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

function Field({ field, label, autoComplete, type = 'text' }: FieldProps) {
  const [value, send] = useAuthDialog((snapshot) => snapshot.context.values[field]);
  const [error] = useAuthDialog((snapshot) => selectFieldErrors(snapshot)[field]);

  return (
    <TextField
      label={label}
      name={field}
      type={type}
      inputMode={type === 'number' ? 'numeric' : undefined}
      autoComplete={autoComplete}
      value={value}
      error={error}
      required
      validated
      onText={(value) => send({ type: 'field.change', field, value })}
      onFocus={takeZero}
      onClick={takeZero}
      onBlur={() => send({ type: 'field.blur', field })}
    />
  );
}

/** Selects the initial zero of the age, so that typing replaces it. */
function takeZero({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  if (currentTarget.value === '0') currentTarget.select();
}
