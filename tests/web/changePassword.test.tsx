import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPerson, PASSWORD, signIn } from '../server/people.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { findToast } from './visitor.ts';

const NEW_PASSWORD = 'curtain-in-row-f';

async function openForm() {
  const testApp = await openTestApp();
  const person = await addPerson(testApp);
  const product = await openProduct(testApp, '/my-info', { person });
  const form = within(await screen.findByRole('form', { name: 'Password' }));
  const submit = form.getByRole('button', { name: 'Change password' });
  const enter = async (password: string) => {
    await product.user.type(form.getByLabelText('Current password'), password);
    await product.user.type(form.getByLabelText('New password'), NEW_PASSWORD);
    await product.user.type(form.getByLabelText('Confirm new password'), NEW_PASSWORD);
  };
  const statusOf = async (password: string) => (await signIn(testApp, person, password)).status;
  return { form, submit, enter, statusOf, ...product };
}

describe('reliability 60: the password is changed on /my-info', () => {
  test('with one call, said by a toast and in the place of the form; the new one signs in, the old one does not', async () => {
    const { network, statusOf, submit, user, enter } = await openForm();
    await statusOf(PASSWORD);
    await enter(PASSWORD);
    const call = network.holdNext('PUT user/password');
    await user.dblClick(submit);
    await call.arrived;
    expect(submit.getAttribute('aria-disabled')).toBe('true');
    call.release();
    await findToast('top-right', 'Your password was changed. 1 other device was signed out.');
    expect(screen.getByText('Your password was changed, and no other device is signed in.')).toBeTruthy();
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(network.callsOf('PUT user/password')).toHaveLength(1);
    expect([await statusOf(PASSWORD), await statusOf(NEW_PASSWORD)]).toEqual([401, 201]);
    expect(screen.getByRole('button', { name: 'A Person' })).toBeTruthy();
  });

  test('a wrong current password is said, and what was typed stays', async () => {
    const { form, statusOf, submit, user, enter } = await openForm();
    await enter('nobody-in-row-h');
    await user.click(submit);
    expect((await form.findByRole('alert')).textContent).toBe('Wrong password');
    expect(form.getByLabelText('New password')).toHaveProperty('value', NEW_PASSWORD);
    expect(await statusOf(PASSWORD)).toBe(201);
  });
});
