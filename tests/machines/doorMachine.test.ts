import { describe, expect, test } from 'vitest';
import { MAXIMUM_SECONDS_AGO } from '#contract/door.ts';
import { selectCount, selectProposed } from '#machines/doorMachine.ts';
import { codes, conflict, door, doorScreening, unlistedCode } from '../fixtures/doorFixture.ts';
import { OPEN, openPhone, Refusal, settled, SILENCE, UNREACHABLE } from './openPhone.ts';

const [first, second] = codes;
const welcome = { answer: 'welcome', seatNumbers: [11, 12], admittedAt: new Date(OPEN).toISOString() };
const unconfirmed = { ...welcome, answer: 'welcome_unconfirmed' };
const ADMISSIONS = 'POST door/admissions';
const UNDO = 'DELETE door/admissions';
const LIST = 'GET door/tickets';

describe('opening a door', () => {
  test('takes the token of the link, and asks for the screening of the day', async () => {
    const phone = openPhone({ hasToken: false });
    phone.state.link = 'token of the link';
    const tab = phone.openTab();
    await settled();
    expect(phone.stored.token).toBe('token of the link');
    expect(tab.state()).toEqual({ choosing: 'ready' });
    expect(selectProposed(tab.actor.getSnapshot())).toEqual(door.screenings[0]);
  });

  test('says that a link is needed without a token', async () => {
    const phone = openPhone({ hasToken: false });
    const tab = phone.openTab();
    await settled();
    expect([tab.state(), phone.sent]).toEqual(['withoutLink', []]);
  });

  test.each([
    ['closed', new Refusal('door_closed'), 'closed'],
    ['broken', new Refusal('internal'), 'unreachable'],
  ])('shows a door that is %s', async (_, answer, state) => {
    const phone = openPhone();
    phone.answers['GET door'] = answer;
    const tab = phone.openTab();
    await settled();
    expect(tab.state()).toBe(state);
  });

  test('retries an unreachable server after five seconds', async () => {
    const phone = openPhone();
    phone.answers['GET door'] = UNREACHABLE;
    const tab = phone.openTab();
    await settled();
    phone.answers['GET door'] = door;
    await phone.pass(5000);
    expect(tab.state()).toEqual({ choosing: 'ready' });
  });

  test('retries an unreachable server at once when the browser is online', async () => {
    const phone = openPhone();
    phone.answers['GET door'] = UNREACHABLE;
    const tab = phone.openTab();
    await settled();
    phone.answers['GET door'] = door;
    phone.report('online');
    await settled();
    expect(tab.state()).toEqual({ choosing: 'ready' });
  });

  test.each([
    ['in the same tab', 'link'],
    ['in another tab', 'token'],
  ])('opens the door of another link that is opened %s', async (_, signal) => {
    const { phone, tab } = await openDesk();
    phone.state.link = 'another token';
    phone.answers['GET door'] = { ...door, name: 'Balcony' };
    phone.report(signal);
    await settled();
    expect([tab.context().door?.name, phone.stored.token]).toEqual(['Balcony', 'another token']);
  });

  test('keeps the list of tickets after a reload without a connection', async () => {
    const { phone, tab } = await openDesk();
    tab.close();
    for (const kind of Object.keys(phone.answers)) phone.answers[kind] = UNREACHABLE;
    const reloaded = phone.openTab();
    await settled();
    await settled();
    phone.show(first);
    await settled();
    expect(reloaded.context().answer).toEqual(unconfirmed);
  });

  test('opens the stored door after four seconds when the server does not answer', async () => {
    const { phone, tab } = await openDesk();
    tab.close();
    phone.answers['GET door'] = SILENCE;
    const reloaded = phone.openTab();
    await settled();
    await phone.pass(3999);
    expect(reloaded.state()).toEqual({ opening: 'loading' });
    await phone.pass(1);
    expect(reloaded.state()).toHaveProperty('admitting');
  });

  test('keeps the list and its admissions when the same screening is chosen again without a connection', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    phone.show(first);
    await settled();
    for (const kind of Object.keys(phone.answers)) phone.answers[kind] = UNREACHABLE;
    tab.actor.send({ type: 'screening.change' });
    await settled();
    expect(tab.state()).toEqual({ choosing: 'ready' });
    tab.actor.send({ type: 'screening.choose', screening: doorScreening });
    await settled();
    phone.show(second);
    await settled();
    expect(tab.context().answer).toMatchObject({ answer: 'welcome_unconfirmed', seatNumbers: [13] });
    phone.show(first);
    await settled();
    expect(tab.context().answer).toMatchObject({ answer: 'already_inside', seatNumbers: [11, 12] });
  });

  test('says that the door was closed while a screening is chosen', async () => {
    const { phone, tab } = await openDesk();
    phone.answers['GET door'] = new Refusal('door_closed');
    tab.actor.send({ type: 'screening.change' });
    await settled();
    expect(tab.state()).toBe('closed');
  });

  test('forgets the list and the answers of a screening when another one is chosen', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    phone.show(first);
    await settled();
    phone.answers[LIST] = SILENCE;
    await chooseOther(tab);
    expect(selectCount(tab.actor.getSnapshot())).toEqual({ inside: 0, sold: 1 });
    expect(tab.actor.getSnapshot().can({ type: 'answer.undo' })).toBe(false);
    phone.show(first);
    await settled();
    expect(sentTo(phone, ADMISSIONS)).toHaveLength(2);
  });
});

describe('a code at the desk, online', () => {
  test.each([
    [welcome, 'good'],
    [{ answer: 'too_early', opensAt: new Date(OPEN).toISOString() }, 'bad'],
  ])('shows the answer of the server and signals it: %j', async (answer, signal) => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = answer;
    phone.show(first);
    await settled();
    expect(tab.state()).toMatchObject({ admitting: { desk: 'answered', connection: 'online' } });
    expect([tab.context().answer, phone.signals]).toEqual([answer, [signal]]);
    expect(sentTo(phone, ADMISSIONS)).toEqual([
      { body: { ...doorScreening, code: first }, key: 'key-1', kind: ADMISSIONS },
    ]);
  });

  test('says that a text of 4,000 characters is not a code, without a request', async () => {
    const { phone, tab } = await openDesk();
    phone.show('x'.repeat(4000));
    expect([tab.context().answer, sentTo(phone, ADMISSIONS)]).toEqual([{ answer: 'not_a_code' }, []]);
    expect(JSON.stringify(tab.context()).length).toBeLessThan(3000);
  });

  test('ignores an empty field', async () => {
    const { phone, tab } = await openDesk();
    tab.actor.send({ type: 'code.submit', text: '  ' });
    await settled();
    expect([tab.context().answer, sentTo(phone, ADMISSIONS)]).toEqual([undefined, []]);
  });

  test('ignores the camera while a code is typed', async () => {
    const { phone, tab } = await openDesk();
    tab.actor.send({ type: 'typing.start' });
    phone.show(first);
    await settled();
    expect(tab.state()).toMatchObject({ admitting: { desk: 'typing' } });
    expect(sentTo(phone, ADMISSIONS)).toEqual([]);
  });

  test('reads by the camera again 15 s after the last character, although the field has text', async () => {
    const { phone, tab } = await openDesk();
    for (let character = 0; character < 3; character += 1) {
      tab.actor.send({ type: 'typing.start' });
      await phone.pass(10_000);
      expect(tab.state()).toMatchObject({ admitting: { desk: 'typing' } });
    }
    await phone.pass(5000);
    expect(tab.state()).toMatchObject({ admitting: { desk: 'scanning' } });
  });

  test('asks once about a code that stays before the camera, and again when it was away for three seconds', async () => {
    const { phone } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    for (let tenths = 0; tenths < 200; tenths += 1) {
      phone.show(first);
      await phone.pass(100);
    }
    expect(sentTo(phone, ADMISSIONS)).toHaveLength(1);
    await phone.pass(2800);
    phone.show(first);
    await settled();
    expect(sentTo(phone, ADMISSIONS)).toHaveLength(1);
    await phone.pass(3300);
    phone.show(first);
    await settled();
    expect(sentTo(phone, ADMISSIONS)).toHaveLength(2);
  });

  test('ignores another code while one is checked, and checks it when the camera reads it again', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = SILENCE;
    phone.show(first);
    await settled();
    phone.show(second);
    expect(tab.context().code).toBe(first);
    await phone.pass(4000);
    phone.show(second);
    await settled();
    expect(tab.context().code).toBe(second);
  });

  test('shows a typed code of the last answer again instead of asking about it', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    phone.show(first);
    await settled();
    tab.actor.send({ type: 'code.submit', text: first });
    expect([tab.context().answer, phone.signals]).toEqual([welcome, ['good', 'good']]);
  });

  test('hides an answer after 15 s, so that nobody takes it for the next one', async () => {
    const { phone, tab } = await openDesk();
    phone.show(first);
    await settled();
    await phone.pass(15_000);
    expect(tab.state()).toMatchObject({ admitting: { desk: 'scanning' } });
  });

  test('shows how long to wait after too many guesses, and stays online', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = new Refusal('too_many_attempts', 7);
    phone.show(first);
    await settled();
    expect(tab.state()).toMatchObject({ admitting: { desk: 'answered', connection: 'online' } });
    expect(tab.context().answer).toMatchObject({
      answer: 'failed',
      failure: { code: 'too_many_attempts', retryAfter: 7 },
    });
  });
});

describe('reliability 76: a code at the desk, without an answer of the server', () => {
  test('admits a listed code unconfirmed when the server fails, and queues it with the same key', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = new Refusal('internal');
    phone.show(first);
    await settled();
    await settled();
    expect([tab.context().answer, phone.signals]).toEqual([unconfirmed, ['unsure']]);
    expect([...phone.queue.values()]).toEqual([
      {
        kind: 'admit',
        code: first,
        codeHash: `hash of ${first}`,
        key: 'key-1',
        isRepeated: false,
        at: OPEN,
        ...seatsOfFirst,
      },
    ]);
    expect(tab.state()).toMatchObject({ admitting: { connection: 'offline' } });
  });

  test('waits four seconds for the server, and does not ask it about the next code', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = SILENCE;
    phone.show(first);
    await phone.pass(0);
    await phone.pass(3999);
    expect(tab.state()).toMatchObject({ admitting: { desk: { checking: 'asking' } } });
    await phone.pass(1);
    expect(tab.context().answer).toEqual(unconfirmed);
    phone.show(second);
    await settled();
    expect(tab.context().answer).toMatchObject({ answer: 'welcome_unconfirmed', seatNumbers: [13] });
    expect(sentTo(phone, ADMISSIONS)).toHaveLength(1);
  });

  test('a code that the server has welcomed is inside after a reload without a connection', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    phone.show(first);
    await settled();
    tab.close();
    for (const kind of Object.keys(phone.answers)) phone.answers[kind] = UNREACHABLE;
    const reloaded = phone.openTab();
    await settled();
    await settled();
    phone.show(first);
    await settled();
    expect(reloaded.context().answer).toEqual({ ...welcome, answer: 'already_inside', door: 'Entrance' });
  });

  test('two tabs admit a code once', async () => {
    const { phone, tab } = await openDesk();
    const other = phone.openTab();
    await settled();
    await settled();
    await goOffline(phone);
    phone.show(first);
    await settled();
    await settled();
    const answers = [tab, other].map((each) => each.context().answer?.answer);
    expect([new Set(answers), phone.queue.size]).toEqual([new Set(['already_inside', 'welcome_unconfirmed']), 1]);
    expect([tab.context().queue, other.context().queue]).toEqual([
      [...phone.queue.values()],
      [...phone.queue.values()],
    ]);
  });

  test('is too early before the doors of the screening open', async () => {
    const { phone, tab } = await openDesk({ opensMinutesBefore: 29 });
    await goOffline(phone);
    phone.show(first);
    await settled();
    expect(tab.context().answer).toEqual({ answer: 'too_early', opensAt: new Date(OPEN + 60_000).toISOString() });
    await phone.pass(60_000);
    phone.show(first);
    await settled();
    expect(tab.context().answer).toMatchObject({ answer: 'welcome_unconfirmed' });
  });

  test('admits nobody while the phone cannot store it', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.state.isFull = true;
    phone.show(first);
    await settled();
    expect([tab.context().answer, tab.context().queue, phone.signals]).toEqual([{ answer: 'unstored' }, [], ['bad']]);
  });

  test('a code that was checked during a reload is asked about with the same key', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = SILENCE;
    phone.show(first);
    await settled();
    tab.close();
    phone.answers[ADMISSIONS] = welcome;
    const reloaded = phone.openTab();
    await settled();
    phone.show(first);
    await settled();
    expect([reloaded.context().answer, phone.asked.size]).toEqual([welcome, 0]);
    expect(sentTo(phone, ADMISSIONS).map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  });

  test('a code that the phone could not store is asked about with the same key', async () => {
    const { phone } = await openDesk();
    phone.answers[ADMISSIONS] = SILENCE;
    phone.show(first);
    await settled();
    phone.state.isFull = true;
    await phone.pass(4000);
    phone.answers[ADMISSIONS] = welcome;
    await phone.pass(10_000);
    phone.show(first);
    await settled();
    expect(sentTo(phone, ADMISSIONS).map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  });

  test('a code that the server did not answer is asked about with a new key for another screening', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = UNREACHABLE;
    phone.show(unlistedCode);
    await settled();
    await settled();
    await chooseOther(tab);
    phone.show(unlistedCode);
    await settled();
    expect(sentTo(phone, ADMISSIONS).map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  });

  test('a code keeps its key when the server has too many requests of this door', async () => {
    const { phone } = await openDesk();
    phone.answers[ADMISSIONS] = UNREACHABLE;
    phone.show(unlistedCode);
    await settled();
    await settled();
    for (const answer of [new Refusal('too_many_attempts', 7), welcome]) {
      await phone.pass(10_000);
      phone.answers[ADMISSIONS] = answer;
      phone.show(unlistedCode);
      await settled();
    }
    expect(new Set(sentTo(phone, ADMISSIONS).map(({ key }) => key))).toEqual(new Set(['key-1']));
  });

  test('an old answer to a repeated check is not shown: the server is asked with a new key', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = UNREACHABLE;
    phone.show(unlistedCode);
    await settled();
    await settled();
    await phone.pass(10_000);
    phone.answers[ADMISSIONS] = { answer: 'too_early', opensAt: new Date(OPEN).toISOString() };
    phone.show(unlistedCode);
    await settled();
    expect(sentTo(phone, ADMISSIONS).map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2']);
    expect([tab.context().answer?.answer, phone.asked.size]).toEqual(['too_early', 0]);
  });

  test('an old answer to a repeated check that is queued is no conflict: the entry is sent with a second key', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = SILENCE;
    phone.show(first);
    await settled();
    tab.close();
    const reloaded = phone.openTab();
    await settled();
    await settled();
    await goOffline(phone);
    phone.show(first);
    await settled();
    phone.answers[ADMISSIONS] = { answer: 'cancelled' };
    phone.sent.length = 0;
    await goOnline(phone);
    expect(sentTo(phone, ADMISSIONS).map(({ key }) => key)).toEqual(['key-1', 'key-1-again']);
    expect(reloaded.context().conflicts).toHaveLength(1);
  });

  test('a door that has ended admits nobody', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    await phone.pass(Date.parse(door.endsAt) - OPEN);
    phone.show(second);
    await settled();
    expect([tab.state(), tab.context().queue.length, phone.stored.saved, phone.asked.size]).toEqual([
      'closed',
      1,
      undefined,
      0,
    ]);
  });
});

describe('reliability 76: the queue', () => {
  test('is sent while a screening is chosen, too, as soon as the server answers', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    for (const code of [first, second]) {
      phone.show(code);
      await settled();
      await settled();
    }
    const answers = { ...phone.answers };
    phone.answers['GET door'] = UNREACHABLE;
    tab.actor.send({ type: 'screening.change' });
    await phone.pass(5000);
    expect([tab.state(), phone.queue.size]).toEqual([{ choosing: 'ready' }, 2]);
    Object.assign(phone.answers, answers, { [ADMISSIONS]: welcome, 'GET door': door });
    await phone.pass(5000);
    for (let turn = 0; turn < 6; turn += 1) await settled();
    expect([tab.state(), phone.queue.size, tab.context().queue]).toEqual([{ choosing: 'ready' }, 0, []]);
  });

  test('is sent in order with its keys and its age, and nothing is left', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    await phone.pass(90_000);
    phone.show(second);
    await settled();
    phone.sent.length = 0;
    phone.answers[ADMISSIONS] = welcome;
    await goOnline(phone);
    expect(sentTo(phone, ADMISSIONS)).toEqual([
      { kind: ADMISSIONS, key: 'key-1', body: { ...doorScreening, code: first, secondsAgo: 90 } },
      { kind: ADMISSIONS, key: 'key-2', body: { ...doorScreening, code: second, secondsAgo: 0 } },
    ]);
    expect([phone.queue.size, tab.context().queue, tab.context().conflicts]).toEqual([0, [], []]);
    expect(tab.state()).toMatchObject({ admitting: { connection: 'online' } });
    expect(selectCount(tab.actor.getSnapshot())).toEqual({ inside: 3, sold: 5 });
  });

  test('sends an entry of another day as a day old', async () => {
    const { phone } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    phone.queue.forEach((entry, key) => phone.queue.set(key, { ...entry, at: 0 }));
    phone.report('queue');
    phone.answers[ADMISSIONS] = welcome;
    await goOnline(phone);
    expect(sentTo(phone, ADMISSIONS).at(-1)?.body).toMatchObject({ secondsAgo: MAXIMUM_SECONDS_AGO });
  });

  test('is sent in order, and as just seen, after the clock was set back and the page reloaded', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    phone.queue.forEach((entry, key) => phone.queue.set(key, { ...entry, at: entry.at + 3_600_000 }));
    phone.report('queue');
    phone.show(second);
    await settled();
    tab.actor.send({ type: 'answer.undo' });
    await settled();
    tab.close();
    phone.openTab();
    await settled();
    await settled();
    phone.sent.length = 0;
    phone.answers[ADMISSIONS] = welcome;
    phone.answers[UNDO] = { undone: true };
    await goOnline(phone);
    expect(phone.sent.filter(({ key }) => key !== null)).toEqual([
      { kind: ADMISSIONS, key: 'key-1', body: { ...doorScreening, code: first, secondsAgo: 0 } },
      { kind: ADMISSIONS, key: 'key-2', body: { ...doorScreening, code: second, secondsAgo: 0 } },
      { kind: UNDO, key: 'key-3', body: { code: second } },
    ]);
  });

  test.each([
    [
      'another door had admitted it',
      { ...welcome, answer: 'already_inside', door: 'Balcony' },
      { ...welcome, answer: 'already_inside', door: 'Balcony' },
    ],
    [
      'the server refuses it for good',
      new Refusal('idempotency_conflict'),
      { answer: 'failed', failure: { code: 'idempotency_conflict' } },
    ],
  ])('lists a conflict until somebody acknowledges it: %s', async (_, answer, outcome) => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    phone.answers[ADMISSIONS] = answer;
    await goOnline(phone);
    const listed = [{ kind: 'admit', key: 'key-1', at: OPEN, ...seatsOfFirst, outcome }];
    expect([...phone.conflicts.values()]).toMatchObject(listed);
    expect(JSON.stringify([...phone.conflicts.values()])).not.toContain(first);
    expect(phone.queue.size).toBe(0);
    tab.close();
    const reloaded = phone.openTab();
    await settled();
    expect(reloaded.context().conflicts).toMatchObject(listed);
    reloaded.actor.send({ type: 'conflict.acknowledge', key: 'key-1' });
    expect([reloaded.context().conflicts, phone.conflicts.size]).toEqual([[], 0]);
  });

  test('stores a conflict in a full storage, where the entry makes room for it', async () => {
    const { phone } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    [phone.state.isFull, phone.state.room] = [true, 1];
    phone.answers[ADMISSIONS] = { answer: 'cancelled' };
    await goOnline(phone);
    expect([phone.queue.size, phone.conflicts.size]).toEqual([0, 1]);
  });

  test('shows the conflicts of another tab', async () => {
    const { phone, tab } = await openDesk();
    phone.conflicts.set(conflict.key, conflict);
    phone.report('conflicts');
    expect(tab.context().conflicts).toEqual([conflict]);
  });

  test.each([
    ['cannot be reached', UNREACHABLE, 'offline', 0],
    ['does not answer within ten seconds', SILENCE, 'offline', 10_000],
    ['gets too many requests', new Refusal('too_many_attempts', 7), 'pausing', 0],
  ])('keeps an entry and its key when the server %s', async (_, answer, connection, milliseconds) => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    phone.state.isHidden = true;
    phone.answers[ADMISSIONS] = answer;
    await goOnline(phone);
    await phone.pass(milliseconds);
    expect(tab.state()).toMatchObject({ admitting: { connection } });
    expect(phone.queue.size).toBe(1);
    phone.answers[ADMISSIONS] = welcome;
    phone.state.isHidden = false;
    await phone.pass(15_000);
    await settled();
    expect([phone.queue.size, new Set(sentTo(phone, ADMISSIONS).map(({ key }) => key))]).toEqual([
      0,
      new Set(['key-1']),
    ]);
  });

  test('waits offline when the connection is lost after too many requests', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    phone.answers[ADMISSIONS] = new Refusal('too_many_attempts', 7);
    await goOnline(phone);
    await goOffline(phone);
    expect(tab.state()).toMatchObject({ admitting: { connection: 'offline' } });
  });

  test('stays listed after the door was closed, and the next link on this phone sends it', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    phone.answers[LIST] = new Refusal('door_closed');
    await goOnline(phone);
    expect([tab.state(), tab.context().queue.length, phone.queue.size]).toEqual(['closed', 1, 1]);
    tab.close();
    const reopened = phone.openTab();
    phone.answers['GET door'] = door;
    phone.answers[LIST] = { tickets: [] };
    phone.answers[ADMISSIONS] = welcome;
    await settled();
    reopened.actor.send({ type: 'screening.choose', screening: doorScreening });
    await settled();
    await settled();
    expect(phone.queue.size).toBe(0);
  });

  test('answers a code that is still queued from the queue, although the server answers', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    phone.answers[ADMISSIONS] = new Refusal('too_many_attempts', 7);
    await goOnline(phone);
    await phone.pass(3300);
    phone.show(first);
    await settled();
    expect(tab.context().answer).toMatchObject({ answer: 'already_inside', door: 'Entrance' });
  });
});

describe('undoing the last admission', () => {
  test('is queued after the admission, and sent when the phone is online again', async () => {
    const { phone, tab } = await openDesk();
    await goOffline(phone);
    phone.show(first);
    await settled();
    tab.actor.send({ type: 'answer.undo' });
    await settled();
    expect(tab.context().answer).toEqual({ answer: 'undone', seatNumbers: [11, 12] });
    expect(selectCount(tab.actor.getSnapshot())).toEqual({ inside: 0, sold: 5 });
    phone.answers[ADMISSIONS] = welcome;
    phone.answers[UNDO] = { undone: true };
    phone.sent.length = 0;
    await goOnline(phone);
    expect(phone.sent.filter(({ key }) => key !== null).map(({ kind, key }) => [kind, key])).toEqual([
      [ADMISSIONS, 'key-1'],
      [UNDO, 'key-2'],
    ]);
    expect(tab.context()).toMatchObject({ queue: [], conflicts: [] });
    expect(selectCount(tab.actor.getSnapshot())).toEqual({ inside: 0, sold: 5 });
  });

  test('does not admit the ticket again while it stays before the camera', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    phone.show(first);
    await settled();
    tab.actor.send({ type: 'answer.undo' });
    await settled();
    for (let second = 0; second < 10; second += 1) {
      phone.show(first);
      await phone.pass(1000);
    }
    expect(sentTo(phone, ADMISSIONS)).toHaveLength(1);
    expect(sentTo(phone, UNDO)).toHaveLength(1);
  });

  test('is possible once, and after the next answer that admits nobody', async () => {
    const { phone, tab } = await openDesk();
    expect(tab.actor.getSnapshot().can({ type: 'answer.undo' })).toBe(false);
    phone.answers[ADMISSIONS] = welcome;
    phone.show(first);
    await settled();
    phone.answers[ADMISSIONS] = { answer: 'not_ours' };
    phone.show(unlistedCode);
    await settled();
    expect(tab.actor.getSnapshot().can({ type: 'answer.undo' })).toBe(true);
    tab.actor.send({ type: 'answer.undo' });
    await settled();
    expect(sentTo(phone, UNDO).map(({ body }) => body)).toEqual([{ code: first }]);
    expect(tab.actor.getSnapshot().can({ type: 'answer.undo' })).toBe(false);
  });

  test('lists a conflict when this door had not admitted the ticket', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    phone.answers[UNDO] = { undone: false };
    phone.show(first);
    await settled();
    tab.actor.send({ type: 'answer.undo' });
    await settled();
    await settled();
    expect(tab.context().conflicts).toMatchObject([{ kind: 'undo', outcome: { answer: 'not_undone' } }]);
  });

  test('keeps the admission when the phone cannot store the undo', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    phone.show(first);
    await settled();
    phone.state.isFull = true;
    tab.actor.send({ type: 'answer.undo' });
    await settled();
    expect(tab.context().answer).toEqual({ answer: 'not_undone' });
    expect(tab.actor.getSnapshot().can({ type: 'answer.undo' })).toBe(true);
  });
});

describe('the list', () => {
  test('is requested every ten seconds while the page is visible, and when it is shown again', async () => {
    const { phone } = await openDesk();
    await phone.pass(10_000);
    await phone.pass(10_000);
    expect(sentTo(phone, LIST)).toHaveLength(3);
    phone.state.isHidden = true;
    await phone.pass(60_000);
    expect(sentTo(phone, LIST)).toHaveLength(3);
    phone.state.isHidden = false;
    phone.report('visibility');
    await settled();
    expect(sentTo(phone, LIST)).toHaveLength(4);
  });

  test('is requested again when another tab has admitted a ticket', async () => {
    const { phone, tab } = await openDesk();
    phone.openTab();
    await settled();
    await settled();
    phone.sent.length = 0;
    phone.answers[ADMISSIONS] = welcome;
    tab.actor.send({ type: 'code.submit', text: first });
    await settled();
    expect(sentTo(phone, LIST)).toHaveLength(1);
  });

  test('is requested again when another tab has sent its queue', async () => {
    const { phone, tab } = await openDesk();
    await phone.pass(5000);
    phone.openTab();
    await settled();
    await settled();
    const list = phone.answers[LIST];
    await goOffline(phone);
    tab.actor.send({ type: 'code.submit', text: first });
    await settled();
    phone.answers[LIST] = list;
    phone.answers[ADMISSIONS] = welcome;
    phone.sent.length = 0;
    await phone.pass(5000);
    await settled();
    expect(sentTo(phone, ADMISSIONS)).toHaveLength(1);
    expect(sentTo(phone, LIST)).toHaveLength(2);
  });

  test('keeps an admission that a list misses because it was requested before', async () => {
    const { phone, tab } = await openDesk();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const missing = phone.answers[LIST];
    phone.answers[LIST] = promise;
    await phone.pass(10_000);
    phone.answers[ADMISSIONS] = { ...welcome, admittedAt: new Date(phone.now()).toISOString() };
    phone.show(first);
    await settled();
    resolve(missing);
    await settled();
    expect(selectCount(tab.actor.getSnapshot())).toEqual({ inside: 2, sold: 5 });
    await goOffline(phone);
    await phone.pass(3300);
    phone.show(first);
    await settled();
    expect(tab.context().answer).toMatchObject({ answer: 'already_inside' });
  });

  test('forgets an admission that a later list misses: another phone has undone it', async () => {
    const { phone, tab } = await openDesk();
    phone.answers[ADMISSIONS] = welcome;
    phone.show(first);
    await settled();
    await phone.pass(10_000);
    expect(selectCount(tab.actor.getSnapshot())).toEqual({ inside: 0, sold: 5 });
  });
});

test('the screen stays on at the desk, and nowhere else', async () => {
  const { phone, tab } = await openDesk();
  expect(phone.state.isKeptReady).toBe(true);
  tab.actor.send({ type: 'screening.change' });
  expect(phone.state.isKeptReady).toBe(false);
});

describe('the camera', () => {
  test('that is not allowed leaves the field, and can be tried again', async () => {
    const { phone, tab } = await openDesk();
    phone.cameras.forEach(({ onFailed }) => onFailed('denied'));
    expect(tab.state()).toMatchObject({ admitting: { camera: 'failed' } });
    expect([tab.context().cameraFailure, phone.cameras.size]).toEqual(['denied', 0]);
    phone.answers[ADMISSIONS] = welcome;
    tab.actor.send({ type: 'code.submit', text: first });
    await settled();
    expect(tab.context().answer).toEqual(welcome);
    tab.actor.send({ type: 'camera.retry' });
    phone.cameras.forEach(({ onStarted }) => onStarted());
    expect(tab.state()).toMatchObject({ admitting: { camera: { working: 'reading' } } });
    expect(tab.context().cameraFailure).toBeUndefined();
  });

  test('runs only at the desk', async () => {
    const { phone, tab } = await openDesk();
    expect(phone.cameras.size).toBe(1);
    tab.actor.send({ type: 'screening.change' });
    expect(phone.cameras.size).toBe(0);
  });
});

type Phone = ReturnType<typeof openPhone>;

const seatsOfFirst = { seatNumbers: [11, 12], screening: doorScreening };

/** A phone whose desk is open. */
async function openDesk({ opensMinutesBefore = 60 } = {}) {
  const phone = openPhone();
  phone.answers['GET door'] = { ...door, opensMinutesBefore };
  const tab = phone.openTab();
  await settled();
  tab.actor.send({ type: 'screening.choose', screening: doorScreening });
  await settled();
  expect(tab.state()).toMatchObject({ admitting: { desk: 'scanning', list: 'waiting' } });
  return { phone, tab };
}

/** Chooses the screening at 17.15. */
async function chooseOther(tab: ReturnType<Phone['openTab']>) {
  tab.actor.send({ type: 'screening.change' });
  await settled();
  tab.actor.send({ type: 'screening.choose', screening: { ...doorScreening, showtimeTime: '17.15' } });
  await settled();
}

const offline = new WeakMap<Phone, unknown>();

async function goOffline(phone: Phone) {
  offline.set(phone, phone.answers[LIST]);
  phone.answers[LIST] = UNREACHABLE;
  phone.answers[ADMISSIONS] = UNREACHABLE;
  phone.answers[UNDO] = UNREACHABLE;
  phone.report('online');
  await settled();
}

/** The test sets the answers about codes before. */
async function goOnline(phone: Phone) {
  if (phone.answers[LIST] === UNREACHABLE) phone.answers[LIST] = offline.get(phone);
  phone.report('online');
  for (let entry = 0; entry < 5; entry += 1) await settled();
}

function sentTo(phone: Phone, kind: string) {
  return phone.sent.filter((each) => each.kind === kind);
}
