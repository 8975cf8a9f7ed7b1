import { createActor, SimulatedClock, waitFor } from 'xstate';
import type { User } from '#contract/user.ts';
import { appMachine } from '#machines/appMachine.ts';
import { provideEnvironment } from '#machines/environment.ts';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { documentEnvironment } from '../../src/web/rendering/documentEnvironment.ts';

const USER: User = { id: 'u1', username: 'moviefan', displayName: 'Movie Fan', age: 18, balance: 100_000 };

/** The recording file of a visit that restores a session with a balance of 100,000 rupiah. */
export async function recordSession(): Promise<string> {
  const clock = new SimulatedClock();
  const environment = documentEnvironment({
    url: new URL('http://localhost/'),
    fetch: (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      return Promise.resolve(Response.json(pathname.endsWith('/info') ? USER : []));
    },
    now: Date.parse('2026-03-05T02:00:00Z'),
    zone: 'Asia/Jakarta',
  });
  const { inspect, recording } = recordVisit({
    now: () => clock.now(),
    epochMilliseconds: () => environment.clock.now(),
    address: () => '/',
    text: (text) => text,
    build: 'main-test.js',
  });
  const app = createActor(appMachine, { systemId: 'app', clock, inspect });
  const token = { ...environment.storage.token, read: () => 'token' };
  provideEnvironment(app, {
    ...environment,
    storage: { ...environment.storage, token },
    loadPage: () => undefined,
    visitor: Promise.resolve(),
  });
  app.start();
  const { session } = app.getSnapshot().children;
  if (session === undefined) throw new Error('The root actor has no session child');
  await waitFor(session, (snapshot) => snapshot.matches({ signedIn: 'ready' }));
  const text = recordingText(recording());
  app.stop();
  return text;
}
