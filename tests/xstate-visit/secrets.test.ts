import { describe, expect, test } from 'vitest';
import { createPlainData, SECRET, withoutSecrets } from '../../src/xstate-visit/recording/plainData.ts';

const shown = createPlainData(withoutSecrets(SECRET));

describe('the default rule for secrets', () => {
  test.each([
    'password',
    'newPassword',
    'PASSWORD',
    'passwd',
    'passphrase',
    'token',
    'accessToken',
    'csrf_token',
    'clientSecret',
    'apiKey',
    'api_key',
    'API-KEY',
    'x-api-key',
    'ApiKey',
    'authorization',
    'Authorization',
    'proxy-authorization',
    'cookie',
    'Set-Cookie',
    'jwt',
    'userJwt',
    'JWT',
    'pin',
    'PIN',
    'Pin',
    'userPin',
    'pin_code',
    'pincode',
    'pinCode',
    'newPIN',
    'PINCode',
    'pin2',
    'cvv',
    'cvv2',
    'cardCvc',
    'CVC',
    'cardNumber',
    'card_number',
    'card number',
    'credential',
    'awsCredentials',
    'privateKey',
    'private_key',
    'securityCode',
  ])('removes texts and numbers under the key %s', (key) => {
    expect(shown({ [key]: 'rahasia' })).toEqual({ [key]: '(removed)' });
    expect(shown({ [key]: 42 })).toEqual({ [key]: '(removed)' });
    expect(shown(new Map([[key, 'rahasia']]))).toEqual({ $map: [[key, '(removed)']] });
  });

  test.each([
    'spinning',
    'spinner',
    'pinned',
    'pinning',
    'PINNED',
    'SPINNING',
    'opinion',
    'shipping',
    'author',
    'authors',
    'authority',
    'key',
    'keys',
    'keyboard',
    'primaryKey',
    'card',
    'cards',
    'cardCount',
    'discard',
    'passenger',
    'bypass',
    'alpine',
    'pinecone',
    'happiness',
  ])('keeps values under the key %s', (key) => {
    expect(shown({ [key]: 'plain' })).toEqual({ [key]: 'plain' });
    expect(shown({ [key]: 42 })).toEqual({ [key]: 42 });
  });

  test.each(['field', 'name', 'id', 'key', 'label'])('removes the value of a field that has a secret %s', (namer) => {
    expect(shown({ [namer]: 'password', value: 'rahasia' })).toEqual({ [namer]: 'password', value: '(removed)' });
    expect(shown({ [namer]: 'API key', value: 'rahasia' })).toEqual({ [namer]: 'API key', value: '(removed)' });
    expect(shown({ [namer]: 'author', value: 'Ana' })).toEqual({ [namer]: 'author', value: 'Ana' });
    expect(shown({ [namer]: 'password', valid: true })).toEqual({ [namer]: 'password', valid: true });
  });

  test('keeps switches with a secret key', () => {
    expect(shown({ hasPassword: true, password: false })).toEqual({ hasPassword: true, password: false });
  });

  test.each([
    ['Visa', '4242424242424242'],
    ['Visa of 13 digits', '4222222222222'],
    ['Visa in groups', '4111 1111 1111 1111'],
    ['Mastercard with hyphens', '5555-5555-5555-4444'],
    ['Mastercard of the second range', '2223003122003222'],
    ['American Express', '3782 822463 10005'],
    ['Diners', '30569309025904'],
    ['Discover', '6011111111111117'],
    ['JCB', '3530111333300000'],
    ['UnionPay of 19 digits', '6205500000000000004'],
  ])('removes a number of a payment card under any key: %s', (_, number) => {
    expect(shown({ note: number, list: [number] })).toEqual({ note: '(removed)', list: ['(removed)'] });
    expect(shown({ note: `Card ${number}, declined` })).toEqual({ note: '(removed)' });
    const digits = number.replaceAll(/\D/g, '');
    expect(shown({ big: BigInt(digits) })).toEqual({ big: '(removed)' });
    if (Number.isSafeInteger(Number(digits))) expect(shown([Number(digits)])).toEqual(['(removed)']);
  });

  test.each([
    ['another check digit', '4242424242424241'],
    ['12 digits', '424242424242'],
    ['more than 19 digits', '42424242424242424242'],
    ['other separators', '4242.4242.4242.4242'],
    ['the date and time of a machine', '2026-11-28 00:40:12'],
    ['a random id', '0b1c2d3e-4242-4242-8242-424242424242'],
  ])('keeps what is no card number: %s', (_, text) => {
    expect(shown({ text })).toEqual({ text });
  });

  test('keeps times in milliseconds, of which every tenth would pass the check of cards', () => {
    const times = Array.from({ length: 200 }, (_, index) => 1_795_826_412_000 + index);
    expect(shown(times)).toEqual(times);
  });
});
