import type { ReactNode } from 'react';
import { isBusy, type IntentStage } from '#machines/intentStage.ts';
import { row, stack } from '../styles/layout.css.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { IntentNews } from './IntentNews.tsx';
import { TextField } from './TextField.tsx';

interface PasswordFormProps {
  readonly username: string;
  readonly action: string;
  readonly failure: string | undefined;
  readonly stage: IntentStage;
  readonly canGoBack: boolean;
  readonly onConfirm: (password: string) => void;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/** Asks for the account password again (section 6); the user name beside it is for password managers. */
export function PasswordForm({
  username,
  action,
  failure,
  stage,
  canGoBack,
  onConfirm,
  onBack,
  children,
}: PasswordFormProps) {
  return (
    <form
      className={stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const password = new FormData(event.currentTarget).get('password');
        onConfirm(typeof password === 'string' ? password : '');
      }}
    >
      {children}
      <TextField label="User name" name="username" autoComplete="username" value={username} readOnly tabIndex={-1} />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
      <IntentNews stage={stage} />
      {failure !== undefined && <Alert>{failure}</Alert>}
      <div className={row}>
        <Button inactive={!canGoBack} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" busy={isBusy(stage)} inactive={stage === 'waiting'}>
          {action}
        </Button>
      </div>
    </form>
  );
}
