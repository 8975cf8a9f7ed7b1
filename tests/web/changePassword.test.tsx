import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPerson, PASSWORD, signIn } from '../server/people.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { descriptionOf, findToast } from './visitor.ts';

const NEW_PASSWORD = 'curtain-in-row-f';
const WRONG_PASSWORD = 'nobody-in-row-h';

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
  const signInStatus = async (password: string) => (await signIn(testApp, person, password)).status;
  return { form, submit, enter, signInStatus, ...product };
}

describe('reliability 60: changing the password on /my-info', () => {
  test('sends one request and confirms the change; after that only the new password signs in', async () => {
    const { network, signInStatus, submit, user, enter } = await openForm();
    // Signs in on another device.
    await signInStatus(PASSWORD);
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
    expect([await signInStatus(PASSWORD), await signInStatus(NEW_PASSWORD)]).toEqual([401, 201]);
    expect(screen.getByRole('button', { name: 'A Person' })).toBeTruthy();
  });

  test('a wrong current password shows an error in the form and keeps the new password in its field', async () => {
    const { form, signInStatus, submit, user, enter } = await openForm();
    await enter(WRONG_PASSWORD);
    await user.click(submit);
    expect((await form.findByRole('alert')).textContent).toBe('Wrong password');
    const current = form.getByLabelText('Current password');
    expect([current.ariaInvalid, descriptionOf(current)]).toEqual(['true', 'Wrong password']);
    expect(form.getByLabelText('New password')).toHaveProperty('value', NEW_PASSWORD);
    expect(await signInStatus(PASSWORD)).toBe(201);
  });

  test('a field shows its error once the user has left it, and the error of the confirmation follows the new password', async () => {
    const { form, network, submit, user } = await openForm();
    const confirmation = form.getByLabelText('Confirm new password');
    await user.type(form.getByLabelText('New password'), 'curtain-in-row');
    await user.type(confirmation, NEW_PASSWORD);
    expect(descriptionOf(confirmation)).toBeUndefined();
    await user.tab();
    expect(descriptionOf(confirmation)).toBe('Confirm password does not match with your password');
    await user.type(form.getByLabelText('New password'), '-f');
    expect(descriptionOf(confirmation)).toBeUndefined();
    await user.click(submit);
    const current = form.getByLabelText('Current password');
    expect(descriptionOf(current)).toBe('Password is required!');
    expect(document.activeElement).toBe(current);
    expect(network.callsOf('PUT user/password')).toEqual([]);
  });
});
