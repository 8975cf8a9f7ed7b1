import { assign, createActor, createMachine, emit, fromCallback, sendTo } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createPlainData } from '../../src/xstate-visit/recording/plainData.ts';
import { recordingText, type Recording } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit, type VisitOptions } from '../../src/xstate-visit/recording/recordVisit.ts';
import { withoutSecrets } from '../../src/xstate-visit/recording/secrets.ts';
import { checkRecording } from '../../src/xstate-visit/replay/checkRecording.ts';

const shown = createPlainData(withoutSecrets());

describe('the default rule for secrets', () => {
  test.each([
    'password',
    'newPassword',
    'PASSWORD',
    'passwd',
    'passphrase',
    'passcode',
    'passCode',
    'pass',
    'userPass',
    'DB_PASS',
    'pwd',
    'newPwd',
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
    'otp',
    'OTP',
    'smsOtp',
    'totp',
    'code',
    'Code',
    'codes',
    'code1',
    'admissionCode',
    'admission_code',
    'ticketCode',
    'verificationCode',
    'one-time-code',
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
    'passed',
    'compass',
    'bypassed',
    'hotplate',
    'zipCode',
    'countryCode',
    'statusCode',
    'codec',
    'encode',
    'barcodeFormat',
    'bypass',
    'alpine',
    'pinecone',
    'happiness',
  ])('keeps values under the key %s', (key) => {
    expect(shown({ [key]: 'plain' })).toEqual({ [key]: 'plain' });
    expect(shown({ [key]: 42 })).toEqual({ [key]: 42 });
  });

  test.each(['field', 'name', 'id', 'key', 'label', 'type'])(
    'removes the value of a field that has a secret %s',
    (namer) => {
      expect(shown({ [namer]: 'password', value: 'rahasia' })).toEqual({ [namer]: 'password', value: '(removed)' });
      expect(shown({ [namer]: 'API key', value: 'rahasia' })).toEqual({ [namer]: 'API key', value: '(removed)' });
      expect(shown({ [namer]: 'author', value: 'Ana' })).toEqual({ [namer]: 'author', value: 'Ana' });
      expect(shown({ [namer]: 'password', valid: true })).toEqual({ [namer]: 'password', valid: true });
    },
  );

  test('keeps the code of an error, and a code that the machines contain', () => {
    expect(shown({ code: 'seat_taken' })).toEqual({ code: 'seat_taken' });
    const rule = withoutSecrets(undefined, undefined, new Set(['timeout']));
    const plain = createPlainData(rule);
    expect(plain([{ code: 'timeout' }, { code: 'KXPQRT' }, { token: 'timeout' }])).toEqual([
      { code: 'timeout' },
      { code: '(removed)' },
      { token: '(removed)' },
    ]);
  });

  test.each([
    [
      'https://cinema.example/reset?token=rahasia&page=2#top',
      'https://cinema.example/reset?token=(removed)&page=2#top',
    ],
    ['/callback#state=7&access_token=rahasia', '/callback#state=7&access_token=(removed)'],
    ['/sign-in?next=%2Freset%3Ftoken%3Drahasia%26page%3D2', '/sign-in?next=%2Freset%3Ftoken%3D(removed)%26page%3D2'],
    ['/reset?token=rah%26asia', '/reset?token=(removed)'],
    ['GET /tickets?code=rahasia failed', 'GET /tickets?code=(removed) failed'],
    ['user=ana&password=rahasia', 'user=ana&password=(removed)'],
    ['{"user":"ana","password": "rah\\"asia","pin":1234}', '{"user":"ana","password": "(removed)","pin":"(removed)"}'],
  ])('removes the secret parameters and properties within the text %s', (text, without) => {
    expect(shown({ text })).toEqual({ text: without });
  });

  test.each(['/movies?search=token', 'a = b', '{"name":"token"}', 'Token: none'])('keeps the text %s', (text) => {
    expect(shown({ text })).toEqual({ text });
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

describe('the names of secrets that an app adds', () => {
  test('leave the default ones secret', () => {
    const plain = createPlainData(withoutSecrets(/^iban$/), /^iban$/);
    expect(plain({ iban: 12, password: 'rahasia', pin: 1234, note: 'plain' })).toEqual({
      iban: '(removed)',
      password: '(removed)',
      pin: '(removed)',
      note: 'plain',
    });
  });
});

/** Stores each event of a sign-in whose fields, URLs and event types contain secrets. */
const signInMachine = createMachine({
  id: 'signIn',
  context: (): { last: unknown } => ({ last: undefined }),
  on: { '*': { actions: assign({ last: ({ event }) => event }) } },
});

const PUBLIC: VisitOptions = { isPublic: () => true };

/** Sends secrets to the machine. Returns the recording, as the app that records it would save it. */
function recordSignIn(options: VisitOptions): Recording {
  const visit = recordVisit({ now: () => 0, machines: { signIn: signInMachine }, ...options });
  const signIn = createActor(signInMachine, { inspect: visit.inspect }).start();
  signIn.send({
    type: 'field',
    pwd: 'rahasia-1',
    pass: 'rahasia-2',
    passcode: 'rahasia-3',
    otp: 770_001,
    code: 770_002,
  });
  signIn.send({ type: 'password', value: 'rahasia-4' });
  signIn.send({ type: 'open', url: 'https://cinema.example/?token=rahasia-5', admissionCode: 'rahasia-6' });
  signIn.send({ type: 'fields', list: [{ type: 'pin', value: 770_003 }], map: new Map([['cvv', 770_004]]) });
  return visit.recording();
}

describe('a recording', () => {
  test.each([
    ['placeholders', {}],
    ['public texts', PUBLIC],
    ['public texts and own names of secrets', { ...PUBLIC, secret: /^iban$/ }],
  ])('with %s contains no secret', (_, options) => {
    expect(recordingText(recordSignIn(options))).not.toMatch(/rahasia|77000\d/);
  });

  test('with a secret parameter in its address does not contain the secret', () => {
    const recording = recordSignIn({ address: () => '/reset?token=rahasia&page=2' });
    expect(recording.entries).toContainEqual(expect.objectContaining({ address: '/reset?token=(removed)&page=2' }));
  });
});

describe('an event type that contains a text of the visitor', () => {
  /** Routes words to another event, and emits them. */
  const wordsMachine = createMachine({
    id: 'words',
    context: { count: 0 },
    invoke: { id: 'listener', src: fromCallback(() => undefined) },
    on: {
      'word.said.*': {
        actions: [
          assign({ count: ({ context }) => context['count'] + 1 }),
          emit(({ event }) => ({ type: event.type.toUpperCase() })),
          sendTo('listener', ({ event }) => event),
        ],
      },
      '*': { actions: assign({ count: ({ context }) => context['count'] + 10 }) },
    },
  });

  function recordWords(options: VisitOptions = {}): string {
    const visit = recordVisit({ now: () => 0, machines: { words: wordsMachine }, ...options });
    const words = createActor(wordsMachine, { inspect: visit.inspect }).start();
    for (const type of ['word.said.rahasia', 'rahasia', 'Rahasia Ana', 'note/rahasia', 'word.said'])
      words.send({ type });
    return recordingText(visit.recording());
  }

  test('is recorded with a placeholder for the text, and matches the same wildcards', () => {
    const text = recordWords();
    expect(text).not.toMatch(/rahasia/i);
    const types = [...text.matchAll(/"type":"event".*?"event":\{"type":"(.*?)"/g)].map(([, type]) => type);
    expect(types).toEqual([
      expect.stringMatching(/^word\.said\.[a-z]{7}$/),
      expect.stringMatching(/^[a-z]{7}$/),
      expect.stringMatching(/^type-\d{7}$/),
      expect.stringMatching(/^[a-z]{2}xx\/[a-z]{7}$/),
      'word.said',
    ]);
  });

  test('does not change the verdict about the same machine', () => {
    for (const options of [{}, PUBLIC]) {
      const { verdict, differences } = checkRecording(recordWords(options), { machines: { words: wordsMachine } });
      expect([verdict, differences]).toEqual(['same', []]);
    }
  });
});

test('a recording with own names of secrets is the same as its machine', () => {
  const machine = createMachine({
    context: { litres: 2 },
    on: { fill: { actions: assign({ litres: ({ event }) => event['litres'] }) } },
  });
  const visit = recordVisit({ now: () => 0, machines: { kettle: machine }, secret: /litres/ });
  createActor(machine, { inspect: visit.inspect }).start().send({ type: 'fill', litres: 3 });
  const { differences } = checkRecording(recordingText(visit.recording()), { machines: { kettle: machine } });
  expect(differences).toEqual([]);
});
