import { useId } from 'react';
import { refusalSentence, ruleSentence } from '#contract/refusalSentence.ts';
import { emptyPasswordChange } from '#domain/passwordChange.ts';
import { changePasswordMachine, type PasswordField } from '#machines/changePasswordMachine.ts';
import { selectFieldError } from '#machines/touchedFields.ts';
import * as messages from '#messages/account.ts';
import { userName } from '#messages/shared.ts';
import { pageChildHook } from '../../actors/pageHooks.ts';
import { Alert } from '../../components/Notice.tsx';
import { Button } from '../../components/Button.tsx';
import { readForm, submitForm } from '../../components/forms.ts';
import { userNameField } from '../../components/userNameField.ts';
import { TextField } from '../../components/TextField.tsx';
import { stack } from '../../styles/layout.css.ts';
import { muted, prose } from '../../styles/text.css.ts';
import * as css from './myInfo.css.ts';

const useChangePassword = pageChildHook(changePasswordMachine, 'changePassword');

const FIELDS: readonly { field: PasswordField; label: string; autoComplete: string }[] = [
  { field: 'password', label: messages.currentPassword, autoComplete: 'current-password' },
  { field: 'newPassword', label: messages.newPassword, autoComplete: 'new-password' },
  { field: 'confirmPassword', label: messages.confirmNewPassword, autoComplete: 'new-password' },
];

/** The form that changes the password. Its user name field is for password managers (reliability 60). */
export function ChangePassword({ username }: { readonly username: string }) {
  const [snapshot, send] = useChangePassword((form) => form);
  const { failure } = snapshot.context;
  const failureId = useId();

  return (
    <section className={css.part} aria-labelledby="password">
      <h2 id="password" className={css.heading}>
        {messages.password}
      </h2>
      {snapshot.matches('done') ? (
        <p className={prose}>{messages.passwordChanged}</p>
      ) : (
        <>
          <p className={`${muted} ${prose}`}>{messages.changingSignsOut}</p>
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
            <TextField label={userName} name="username" {...userNameField} value={username} readOnly tabIndex={-1} />
            {FIELDS.map(({ field, ...rest }) => (
              <TextField
                key={field}
                {...rest}
                name={field}
                type="password"
                error={ruleSentence(selectFieldError(snapshot, field))}
                errorBy={field === 'password' && failure?.code === 'wrong_password' ? failureId : undefined}
                required
                validated
                onBlur={({ currentTarget: { form } }) =>
                  send({ type: 'form.check', touched: [field], values: readForm(form, emptyPasswordChange) })
                }
              />
            ))}
            {failure !== undefined && <Alert id={failureId}>{refusalSentence(failure)}</Alert>}
            <div>
              <Button type="submit" busy={snapshot.hasTag('busy')}>
                {messages.changePassword}
              </Button>
            </div>
          </form>
        </>
      )}
    </section>
  );
}
