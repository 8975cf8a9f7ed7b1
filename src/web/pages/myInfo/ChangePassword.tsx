import { useId } from 'react';
import { emptyPasswordChange } from '#domain/passwordChange.ts';
import { changePasswordMachine, type PasswordField } from '#machines/changePasswordMachine.ts';
import { selectFieldError } from '#machines/touchedFields.ts';
import { pageChildHook } from '../../actors/pageHooks.ts';
import { Alert } from '../../components/Notice.tsx';
import { Button } from '../../components/Button.tsx';
import { readForm, submitForm } from '../../components/forms.ts';
import { TextField } from '../../components/TextField.tsx';
import { stack } from '../../styles/layout.css.ts';
import { muted, prose } from '../../styles/text.css.ts';
import * as css from './myInfo.css.ts';

const useChangePassword = pageChildHook(changePasswordMachine, 'changePassword');

const FIELDS: readonly { field: PasswordField; label: string; autoComplete: string }[] = [
  { field: 'password', label: 'Current password', autoComplete: 'current-password' },
  { field: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { field: 'confirmPassword', label: 'Confirm new password', autoComplete: 'new-password' },
];

/** The form that changes the password. Its user name field is for password managers (reliability 60). */
export function ChangePassword({ username }: { readonly username: string }) {
  const [snapshot, send] = useChangePassword((form) => form);
  const { failure } = snapshot.context;
  const failureId = useId();

  return (
    <section className={css.part} aria-labelledby="password">
      <h2 id="password" className={css.heading}>
        Password
      </h2>
      {snapshot.matches('done') ? (
        <p className={prose}>Your password was changed, and no other device is signed in.</p>
      ) : (
        <>
          <p className={`${muted} ${prose}`}>Changing your password signs out every other device.</p>
          <form
            className={stack}
            noValidate
            aria-labelledby="password"
            onInput={({ currentTarget }) =>
              send({ type: 'form.check', touched: [], values: readForm(currentTarget, emptyPasswordChange) })
            }
            onSubmit={(event) => {
              const values = readForm(event.currentTarget, emptyPasswordChange);
              submitForm(event, () => send({ type: 'password.change', values }));
            }}
          >
            <TextField
              label="User name"
              name="username"
              autoComplete="username"
              value={username}
              readOnly
              tabIndex={-1}
            />
            {FIELDS.map(({ field, ...rest }) => (
              <TextField
                key={field}
                {...rest}
                name={field}
                type="password"
                error={selectFieldError(snapshot, field)}
                errorBy={field === 'password' && failure?.code === 'wrong_password' ? failureId : undefined}
                required
                validated
                onBlur={({ currentTarget: { form } }) =>
                  send({ type: 'form.check', touched: [field], values: readForm(form, emptyPasswordChange) })
                }
              />
            ))}
            {failure !== undefined && <Alert id={failureId}>{failure.message}</Alert>}
            <div>
              <Button type="submit" busy={snapshot.hasTag('busy')}>
                Change password
              </Button>
            </div>
          </form>
        </>
      )}
    </section>
  );
}
