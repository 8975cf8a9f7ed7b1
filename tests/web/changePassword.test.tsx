import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { addPerson, PASSWORD } from '../server/people.ts';
import { answerLost } from './network.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { findToast } from './visitor.ts';

const NEW_PASSWORD = 'curtain-in-row-f';

async function openForm() {
  const testApp = await openTestApp();
  const person = await addPerson(testApp);
  const product = await openProduct(testApp, '/my-info', { person });
  const form = within(await screen.findByRole('form', { name: 'Password' }));
  const submit = form.getByRole('button', { name: 'Change password' });
  const signIn = async (password: string) => {
    const answer = await testApp.call('POST', 'user/signin', { body: { username: `person-${person.id}`, password } });
    return answer.status;
  };
  return { form, submit, signIn, ...product };
}

type Form = Awaited<ReturnType<typeof openForm>>['form'];

async function enter(user: UserEvent, form: Form, [password, newPassword, again]: readonly [string, string, string]) {
  await user.type(form.getByLabelText('Current password'), password);
  await user.type(form.getByLabelText('New password'), newPassword);
  await user.type(form.getByLabelText('Confirm new password'), again);
}

describe('reliability 60: the password is changed on /my-info', () => {
  test('with one call, said by a toast and in the place of the form; the new one signs in, the old one does not', async () => {
    const { form, network, signIn, submit, user } = await openForm();
    await signIn(PASSWORD);
    await enter(user, form, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    const call = network.holdNext('PUT user/password');
    await user.dblClick(submit);
    await call.arrived;
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    call.release();
    await findToast('top-right', 'Your password was changed. 1 other device was signed out.');
    expect(screen.getByText('Your password was changed, and no other device is signed in.')).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(network.callsOf('PUT user/password')).toHaveLength(1);
    expect([await signIn(PASSWORD), await signIn(NEW_PASSWORD)]).toEqual([401, 201]);
    expect(screen.getByRole('button', { name: 'A Person' })).toBeTruthy();
  });

  test('a wrong current password is said, and what was typed stays', async () => {
    const { form, signIn, submit, user } = await openForm();
    await enter(user, form, ['nobody-in-row-h', NEW_PASSWORD, NEW_PASSWORD]);
    await user.click(submit);
    expect((await form.findByRole('alert')).textContent).toBe('Wrong password');
    expect(form.getByLabelText('New password')).toHaveProperty('value', NEW_PASSWORD);
    expect(await signIn(PASSWORD)).toBe(201);
  });

  test('when the answer is lost the same can be sent again, and is confirmed', async () => {
    const { form, network, submit, user } = await openForm();
    await enter(user, form, [PASSWORD, NEW_PASSWORD, NEW_PASSWORD]);
    network.nextCall('PUT user/password', answerLost);
    await user.click(submit);
    expect((await form.findByRole('alert')).textContent).toContain('cannot be reached');
    await user.click(submit);
    await findToast('top-right', 'Your password was changed. No other device was signed in.');
  });
});
