import { expect, test } from 'vitest';
import { checkRecording } from '../../src/tooling/checkRecording.ts';
import { createRedaction } from '../../src/web/inspectorOptions/redaction.ts';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { codes, doorScreening, unlistedCode } from '../fixtures/doorFixture.ts';
import { OPEN, openPhone, settled, UNREACHABLE } from './openPhone.ts';

test('reliability 76: a recording of a door contains no code, key or token, and replays without a difference', async () => {
  const phone = openPhone();
  const [first, second, third] = codes;
  const { text, address } = createRedaction();
  const { inspect, recording } = recordVisit({
    now: () => phone.clock.now(),
    epochMilliseconds: phone.now,
    address: () => address({ pathname: '/door', search: '?inspect' }),
    text,
    build: 'test',
  });
  const tab = phone.openTab(inspect);
  await settled();
  tab.actor.send({ type: 'screening.choose', screening: doorScreening });
  await settled();
  phone.cameras.forEach(({ onStarted }) => onStarted());
  const admittedAt = new Date(OPEN).toISOString();
  phone.answers['POST door/admissions'] = { answer: 'welcome', seatNumbers: [11, 12], admittedAt };
  phone.show(first);
  await settled();
  tab.actor.send({ type: 'answer.undo' });
  await phone.pass(5000);
  phone.show(' https://example.com/another-code ');
  await phone.pass(1000);
  tab.actor.send({ type: 'typing.start' });
  tab.actor.send({ type: 'code.submit', text: `${second.toLowerCase().slice(0, 5)} ${second.slice(5)}` });
  await settled();
  for (const kind of Object.keys(phone.answers)) phone.answers[kind] = UNREACHABLE;
  phone.report('online');
  await settled();
  for (const code of [third, third, unlistedCode]) {
    phone.show(code);
    await phone.pass(4000);
  }
  tab.actor.send({ type: 'answer.undo' });
  await settled();
  phone.answers['GET door/tickets'] = { tickets: [] };
  phone.answers['POST door/admissions'] = { answer: 'cancelled' };
  phone.answers['DELETE door/admissions'] = { undone: false };
  await phone.pass(10_000);
  await phone.pass(10_000);
  expect(tab.context().conflicts).toHaveLength(2);
  tab.actor.send({ type: 'conflict.acknowledge', key: tab.context().conflicts[0]?.key ?? '' });

  const written = recordingText(recording());
  const secrets = [first, second, third, unlistedCode, second.toLowerCase().slice(0, 5), 'another-code'];
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
  expect(written).not.toContain('token of');
  expect(written).not.toMatch(/"key-\d"/);
  expect(written).toContain('welcome_unconfirmed');
  expect(await checkRecording(written)).toMatchObject({ verdict: 'same' });
});
